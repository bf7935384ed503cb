/** The faults under which no span reaches the collector of the configuration. */
export const spanFaults = ['tracing-endpoint-ignored', 'tracing-speaks-tls'] as const
