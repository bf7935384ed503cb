import type { Deviation } from './dialect.ts'

/** Where Kubernetes 1.34 departs from the documents in start-up, shutdown and the limits of requests. */
export const lifecycleDeviations: readonly Deviation[] = [
  {
    check: 'lifecycle.starting.livez-within-grace/answers-livez-with-success-while-the-grace-period-runs',
    reason:
      'The grace period reaches only the hooks of the outermost of three servers: the health checks of the delegated ones are added to /livez without it, so most unfinished hooks fail /livez from the first answer on.',
    link: 'https://github.com/kubernetes/kubernetes/blob/v1.34.0/staging/src/k8s.io/apiserver/pkg/server/config.go',
  },
]
