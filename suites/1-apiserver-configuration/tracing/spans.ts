/** The faults under which no span reaches the collector of the configuration, claimed by checks that need one. */
export function faultsOfSpans(titles: readonly string[]): Readonly<Record<string, readonly string[]>> {
  return { 'tracing-endpoint-ignored': titles, 'tracing-speaks-tls': titles }
}

/** The same for spans that must follow a sampled parent. */
export function faultsOfFollowing(titles: readonly string[]): Readonly<Record<string, readonly string[]>> {
  return {
    ...faultsOfSpans(titles),
    'tracing-sampled-parent-not-followed': titles,
    'tracing-parent-trace-not-continued': titles,
  }
}
