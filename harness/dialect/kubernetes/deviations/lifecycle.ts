import type { Deviation } from '../../dialect.ts'
import { apiserver, openshiftAt, sourceAt } from './source.ts'

const endedWatchesReason =
  'The server itself ends the watches at the beginning of the grace period, some at a time; only those over WebSockets stay.'

// Checks of a server that must respond while its storage does not.
const stalledStorageChecks = [
  'flag.livez-grace-period.is-a-maximum/fails-livez-once-the-grace-period-has-elapsed',
  'flag.storage-initialization-timeout.elapsed/*',
  'lifecycle.model.starting/observes-which-cells-were-seen',
  'lifecycle.starting.livez-within-grace/answers-livez-with-success-while-the-grace-period-runs',
  'lifecycle.starting.readyz-has-no-grace/fails-readyz-while-the-grace-period-carries-livez',
  'lifecycle.starting.ready-with-storage/*',
  'lifecycle.starting.signal/*',
  'lifecycle.starting.storage-timeout/*',
  'lifecycle.starting.without-grace/*',
]

/** Deviations of Kubernetes in start-up, shutdown and the limits of requests. */
export const lifecycleDeviations: readonly Deviation[] = [
  {
    check: 'lifecycle.starting.livez-within-grace/answers-livez-with-success-while-the-grace-period-runs',
    versions: { from: '1.34' },
    reason:
      'The grace period reaches only the hooks of the outermost of three servers: the health checks of the delegated ones are added to /livez without it, so most unfinished hooks fail /livez from the first answer on.',
    link: sourceAt(`${apiserver}/pkg/server/healthz.go`, 'L79-L83'),
  },
  {
    check:
      'lifecycle.draining.waits-for-watches/ends-no-watch-over-http-1-1-before-its-grace-period-has-ended',
    reason: endedWatchesReason,
    link: sourceAt(`${apiserver}/pkg/server/genericapiserver.go`, 'L690-L716'),
  },
  {
    check: 'lifecycle.draining.waits-for-watches/ends-no-watch-over-http-2-before-its-grace-period-has-ended',
    reason: endedWatchesReason,
    link: sourceAt(`${apiserver}/pkg/server/genericapiserver.go`, 'L690-L716'),
  },
  {
    check: 'flag.storage-initialization-timeout.elapsed/*',
    versions: { from: '1.34', before: '1.36' },
    reason:
      'Storage is only registered with the hook that has the time-out where the gate WatchCacheInitializationPostStartHook is on, which it is not by default.',
    link: sourceAt(`${apiserver}/pkg/server/genericapiserver.go`, 'L966-L972'),
  },
  {
    check: 'flag.storage-initialization-timeout.elapsed/*',
    versions: { from: '1.36' },
    reason:
      'Only the wait for watch caches ends with the time; informers and other hooks continue to wait for what they read from storage.',
    link: sourceAt(`${apiserver}/pkg/server/storage_readiness_hook.go`, 'L77-L91', 'v1.36.0'),
  },
  ...stalledStorageChecks.map(
    (check): Deviation => ({
      check,
      versions: { before: '1.34' },
      untestable: true,
      reason:
        'The allocator of service addresses reads the store before the server listens, so that nothing is answered while the store is stalled.',
      link: sourceAt('pkg/registry/core/rest/storage_core.go', 'L369', 'v1.33.0'),
    }),
  ),
  ...[
    'limit/readyz-fails-when-the-store-answers-later-than-the-timeout',
    'default/readyz-fails-when-the-store-answers-after-three-seconds',
  ].map(
    (check): Deviation => ({
      check: `flag.etcd-readycheck-timeout.${check}`,
      vendor: 'openshift',
      reason:
        'A patch of the vendor leaves the checks of the store out of /readyz, so that a slow store costs no connections.',
      link: openshiftAt(`${apiserver}/pkg/server/config.go`, 'L594-L610'),
    }),
  ),
]
