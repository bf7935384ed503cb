/** Defects in the proxy between a server and other API servers. */
export const aggregatorFaults = {
  'aggregated-server-shown-no-certificate':
    '--proxy-client-cert-file: is not shown to aggregated API servers',
  'aggregated-server-shown-serving-certificate':
    '--proxy-client-cert-file: without it, aggregated API servers are shown the serving certificate',
  'aggregator-passes-redirects-of-writes':
    '--aggregator-reject-forwarding-redirect: redirects of requests that write are passed on always',
  'aggregator-passes-redirects': '--aggregator-reject-forwarding-redirect: redirects are passed on always',
  'aggregator-rejects-redirects': '--aggregator-reject-forwarding-redirect: false has no effect',
  'aggregator-always-routes': '--enable-aggregator-routing: endpoints are called without it too',
  'aggregator-never-routes': '--enable-aggregator-routing: has no effect',
} as const
