import { readdirSync } from 'node:fs'
import { ApiError } from '../../serving/api-error.ts'
import type { Handler } from '../../serving/request.ts'
import { healthReport } from '../../serving/health.ts'
import { Metrics } from '../../serving/metrics.ts'
import { type Route, route, router } from '../../serving/router.ts'
import type { AgentConfiguration } from '../config/configuration.ts'
import { fault } from '../../quirks/quirks.ts'
import { agentGates } from '../gates/table.ts'
import type { Log } from '../log.ts'
import type { Pods } from '../pods/pods.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Authenticator } from './authenticate.ts'
import type { Authorizer } from './authorize.ts'
import { debuggingRoutes } from './debugging.ts'
import { type Streaming, Streams } from './streams.ts'

/** Lowest verbosity at which requests are logged. */
const requestVerbosity = 4

/** Data that the ports serve, and their access control. */
export interface ServedAgent {
  readonly config: AgentConfiguration
  readonly pods: Pods
  readonly runtime: Runtime
  readonly authenticator: Authenticator
  readonly authorizer: Authorizer
  /** Logs a request. */
  readonly inform: Log['inform']
}

/** Returns the handler of the health port. */
export function healthEndpoints(): Handler {
  const handler = router([healthRoute()])
  return async (request) => {
    const answer = await handler(request)
    return fault('health-port-says-no') ? { ...answer, status: 404 } : answer
  }
}

/** Returns the handler of the read-only port. */
export function readOnlyEndpoints(served: ServedAgent): Handler {
  const handler = router([
    ...readOnlyRoutes(served),
    debuggingRoute(served, () => fault('read-only-port-runs-commands')),
  ])
  return async (request) => {
    if (fault('read-only-port-asks-who')) await served.authenticator.authenticate(request)
    return handler(request)
  }
}

/** Returns the handler of the agent's main port. */
export function endpoints(served: ServedAgent): Handler {
  const { config, inform } = served
  const handler = router([
    ...readOnlyRoutes(served),
    route('GET', '/configz', async () => ({ status: 200, body: { orchletconfig: config.effective() } })),
    debuggingRoute(served, () => isDebugging(served)),
    machineLogsRoute(served),
  ])
  return async (request) => {
    inform(`${request.method} ${request.path}`, requestVerbosity)
    const user = await served.authenticator.authenticate(request)
    await served.authorizer.authorize(request, user)
    return handler({ ...request, user })
  }
}

/** Returns the handler for connections to containers on the agent's main port. */
export function streaming(served: ServedAgent): Streaming {
  const { runtime, config, authenticator, authorizer } = served
  const streams = new Streams(runtime, config)
  return async (request, socket, head) => {
    await authorizer.authorize(request, await authenticator.authenticate(request))
    if (!isDebugging(served) && !fault('streams-always-served'))
      throw new ApiError(404, `nothing is served at ${request.path}`)
    await streams.hand(request, socket, head)
  }
}

function isDebugging({ config }: ServedAgent): boolean {
  return config.bool('enable-debugging-handlers')
    ? !fault('debugging-never-served')
    : fault('debugging-always-served')
}

/** Returns the debugging routes, when they are served. */
function debuggingRoute({ runtime, config }: ServedAgent, isServed: () => boolean): Route {
  const routes = debuggingRoutes(runtime, config)
  return (request) => {
    const isDebuggingPath = /^\/(containerLogs|run|debug)\//.test(request.path)
    if (!isDebuggingPath || !isServed()) return undefined
    for (const agentRoute of routes) {
      const answer = agentRoute(request)
      if (answer !== undefined) return answer
    }
    return undefined
  }
}

/** Returns the route of the list of the machine's logs, when it is served. */
function machineLogsRoute(served: ServedAgent): Route {
  const routeOfLogs = route('GET', '/logs/', async () => ({ status: 200, body: readdirSync('/var/log') }))
  return (request) =>
    isDebugging(served) || fault('machine-logs-always-served') ? routeOfLogs(request) : undefined
}

function readOnlyRoutes({ config, pods }: ServedAgent): Route[] {
  return [
    healthRoute(),
    route('GET', '/pods', async () => ({ status: 200, body: pods.list() })),
    route('GET', '/metrics', async () => ({ status: 200, body: metricsOf(config).text() })),
  ]
}

function healthRoute(): Route {
  return (request) =>
    request.method === 'GET' && (request.path === '/healthz' || request.path.startsWith('/healthz/'))
      ? Promise.resolve(healthReport('/healthz', [{ name: 'ping' }], request))
      : undefined
}

function metricsOf(config: AgentConfiguration): Metrics {
  const metrics = new Metrics()
  for (const { name, stage } of agentGates) {
    const labels = { name, stage }
    metrics.set('orch_feature_enabled', 'Whether a feature is on.', labels, config.isGateOn(name) ? 1 : 0)
  }
  return metrics
}
