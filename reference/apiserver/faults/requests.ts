/** Defects in the limits of requests and in what is served beside objects. */
export const requestFaults = {
  'request-timeout-ignored': '--request-timeout: requests may take as long as they like',
  'request-timeout-halved': '--request-timeout: requests end after half of it',
  'request-timeout-ends-watches': '--request-timeout: ends watches too',
  'watch-ends-early': '--min-request-timeout: watches end after half of it',
  'watch-timeout-fixed': '--min-request-timeout: every watch ends after exactly that time',
} as const
