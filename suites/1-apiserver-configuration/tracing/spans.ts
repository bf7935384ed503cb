/** The faults under which no span reaches the collector of the configuration. */
export const spanFaults = ['tracing-endpoint-ignored', 'tracing-speaks-tls'] as const

/** The same for spans that must follow a sampled parent. */
export const followingFaults = [
  ...spanFaults,
  'tracing-sampled-parent-not-followed',
  'tracing-parent-trace-not-continued',
] as const
