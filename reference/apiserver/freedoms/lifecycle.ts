/** What the documents leave open about starting up, shutting down and the limits of requests. */
export const lifecycleFreedoms = {
  'administrators-not-limited':
    'members of system:masters are served beyond the limits of requests in flight',
  'ends-later': 'the process ends 300 ms after everything has drained',
  'ends-with-143': 'a process that was told to end has exit code 143',
  'grace-from-process-start': 'the grace period of /livez counts from the start of the process',
  'health-rejected-while-draining': 'health paths are rejected like all others while draining',
  'health-without-list': 'health answers do not list checks',
  'healthz-succeeds-while-starting': '/healthz succeeds before start-up is complete',
  'late-requests-cut': 'requests that take too long get no answer: their connection is cut',
  'listens-until-watches-drained': 'connections are taken until watches have drained too',
  'retry-after-longer': 'Retry-After is 30 seconds',
  'second-signal-ignored': 'a second signal changes nothing',
  'signal-remembered-while-starting': 'a signal during start-up is acted on once the server is ready',
  'storage-timeout-ends-program': 'storage that is not initialized in time ends the program',
  'unhealthy-is-503': 'failing health checks have status 503',
  'watches-kept-without-grace': 'without grace period, watches go on until other requests have drained',
} as const
