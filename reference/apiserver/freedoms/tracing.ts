/** What the documents leave open about tracing. */
export const tracingFreedoms = {
  'tracing-rate-beats-parent': 'a sampling rate counts more than the decision of the parent',
  'tracing-rate-beyond-limits-accepted': 'a sampling rate below 0 or above a million is taken',
} as const
