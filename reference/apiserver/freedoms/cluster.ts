/** What the documents leave open about APIs, services and calls to other servers. */
export const clusterFreedoms = {
  'newer-gates-ignored': 'a feature that the emulated version does not have is left off, not refused',
  'kept-redirects-answer-500': 'clients are answered 500 instead of a redirect of an aggregated server',
  'service-refusals-answer-409': 'what a service cannot have is answered with 409',
} as const

/** The name of such a liberty. */
export type ClusterFreedom = keyof typeof clusterFreedoms
