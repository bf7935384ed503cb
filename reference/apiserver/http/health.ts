import { fault, freedom } from '../../quirks/quirks.ts'
import type { Lifecycle } from '../lifecycle/lifecycle.ts'
import { type Check, healthReport } from '../../serving/health.ts'
import { type Route } from '../../serving/router.ts'

const roots = ['/livez', '/readyz', '/healthz'] as const
const missingFaults = {
  '/livez': 'livez-missing-over-http2',
  '/readyz': 'readyz-missing-over-http2',
  '/healthz': 'healthz-missing-over-http2',
} as const
/** Path of a health endpoint. */
export type HealthPath = (typeof roots)[number]

/**
 * Checks of peers such as etcd, added to `/healthz` and `/readyz`. Run per request, unless an earlier check already
 * determines the result.
 */
export type FurtherChecks = (root: Exclude<HealthPath, '/livez'>) => Promise<readonly Check[]>

/** Reports whether a path is a health endpoint, or is below a health endpoint. */
export function isHealthPath(path: string): boolean {
  return rootOf(path) !== undefined
}

/**
 * Returns the endpoints for liveness, health and readiness as text: `ok`, or 500 with a list of passed and failed
 * checks.
 */
export function healthRoute(lifecycle: Lifecycle, furtherChecks: FurtherChecks): Route {
  let readinessRequestCount = 0
  return (request) => {
    const root = rootOf(request.path)
    if (root === undefined || !['GET', 'HEAD'].includes(request.method)) return undefined
    if (request.transport === 'http/2' && fault(missingFaults[root])) return undefined
    if (root === '/readyz') readinessRequestCount += 1
    const allChecks: Check[] = [{ name: 'ping' }, ...startHooks(root, lifecycle)]
    const shutdown = shutdownProblem(root, lifecycle, readinessRequestCount)
    if (root === '/readyz' || shutdown !== undefined) allChecks.push({ name: 'shutdown', problem: shutdown })
    // Peers are checked only if the result is not already known.
    const failsOnAnyProblem = request.path === root && allChecks.some(({ problem }) => problem !== undefined)
    if (root === '/livez' || failsOnAnyProblem) return Promise.resolve(healthReport(root, allChecks, request))
    return furtherChecks(root).then((checks) => healthReport(root, [...allChecks, ...checks], request))
  }
}

function rootOf(path: string): HealthPath | undefined {
  return roots.find((root) => path === root || path.startsWith(`${root}/`))
}

/** Returns the start hooks as checks. Unfinished hooks fail until start-up is complete, except in the grace period. */
function startHooks(root: HealthPath, lifecycle: Lifecycle): Check[] {
  const hookChecks = [...lifecycle.hooks].map(([name, state]) => ({ name: `poststarthook/${name}`, state }))
  const waitsForStart = !lifecycle.startedUp && !isGraceSkipped(root, lifecycle)
  const problem = (state: string) => (waitsForStart && state === 'running' ? 'not finished' : undefined)
  return hookChecks.map(({ name, state }) => ({ name, problem: problem(state) }))
}

function isGraceSkipped(root: HealthPath, lifecycle: Lifecycle): boolean {
  const { livezGraceMs } = lifecycle.settings
  const { ageMs } = lifecycle
  const isInGracePeriod = ageMs < livezGraceMs
  switch (root) {
    case '/healthz':
      return freedom('healthz-succeeds-while-starting')
    case '/readyz':
      return (isInGracePeriod && fault('readyz-given-grace')) || fault('ready-before-storage')
    case '/livez':
      if (!isInGracePeriod) return livezGraceMs > 0 && fault('livez-grace-never-ends')
      if (ageMs >= livezGraceMs / 2 && fault('livez-grace-halved')) return false
      return !fault('livez-without-grace')
  }
}

function shutdownProblem(
  root: HealthPath,
  { state }: Lifecycle,
  readinessRequestCount: number,
): string | undefined {
  if (state === 'starting' || state === 'serving') return undefined
  const problem = 'the server is shutting down'
  const isDelaying = state === 'delaying'
  switch (root) {
    case '/readyz': {
      const isAlternating =
        isDelaying && readinessRequestCount % 2 === 0 && fault('readyz-flaps-while-delaying')
      return isAlternating || (isDelaying && fault('readyz-fails-late')) ? undefined : problem
    }
    case '/livez':
      return isDelaying && fault('livez-fails-while-delaying') ? problem : undefined
    case '/healthz':
      return isDelaying && fault('healthz-fails-while-delaying') ? problem : undefined
  }
}
