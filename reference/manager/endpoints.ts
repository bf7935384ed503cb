import type { Handler } from '../serving/request.ts'
import { healthReport } from '../serving/health.ts'
import type { Metrics } from '../serving/metrics.ts'
import { isProfiling, profilingRoute } from '../serving/profiling.ts'
import { type Route, route, router } from '../serving/router.ts'
import { fault } from '../quirks/quirks.ts'
import type { GenericConfiguration } from './kind.ts'

/** Data that a controller manager serves. */
export interface ServedManager {
  readonly apiVersion: string
  readonly kind: string
  readonly config: GenericConfiguration
  readonly metrics: Metrics
}

/** Serves health, the effective configuration, metrics and, when enabled, profiles. */
export function managerEndpoints({ apiVersion, kind, config, metrics }: ServedManager): Handler {
  return router([
    (request) =>
      request.method === 'GET' && request.path === '/healthz'
        ? Promise.resolve(healthReport('/healthz', [{ name: 'ping' }], request))
        : undefined,
    route('GET', '/configz', async () => ({
      status: 200,
      body: { apiVersion, kind, ...config.effective() },
    })),
    route('GET', '/metrics', async () => ({ status: 200, body: metrics.text() })),
    profilesRoute(config),
    ({ path }) =>
      path === '/' && fault('root-path-cut') ? Promise.resolve({ status: 404, cut: true }) : undefined,
  ])
}

function profilesRoute(config: GenericConfiguration): Route {
  const isProfilingEnabled = () =>
    config.value('/Generic/Debugging/enableProfiling')
      ? !fault('profiling-missing')
      : fault('profiling-always')
  const isPathServed = (path: string) =>
    isProfilingEnabled() || (!path.endsWith('/pprof/') && fault('profiling-always-below'))
  const countsBlocking = () =>
    config.value('/Generic/Debugging/enableContentionProfiling')
      ? isProfilingEnabled() || fault('contention-profiling-without-profiling')
      : isProfilingEnabled() && fault('contention-profiling-always')
  const blockProfileRoute = route('GET', '/debug/pprof/block', async () => ({
    status: 200,
    body: blockProfile(),
  }))
  return (request) => {
    if (!isProfiling(request)) return undefined
    const block = blockProfileRoute(request)
    if (block !== undefined) return countsBlocking() ? block : undefined
    return isPathServed(request.path) ? profilingRoute(request) : undefined
  }
}

/** Returns the utilization of the event loop, the only data on blocking that this runtime measures. */
function blockProfile(): object {
  const { active, idle, utilization } = performance.eventLoopUtilization()
  return { activeMs: active, idleMs: idle, utilization }
}
