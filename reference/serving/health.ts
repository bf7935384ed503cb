import { freedom } from '../quirks/quirks.ts'
import type { Answer, ServerRequest } from './request.ts'

/** Condition that a health endpoint reports. */
export interface Check {
  readonly name: string
  readonly problem?: string | undefined
}

/** Permitted variations of the responses of health endpoints. */
export type HealthFreedom = 'unhealthy-is-503' | 'health-without-list'

/** Returns the response of a health endpoint, or of a path below it: `ok`, or a list of passed and failed checks. */
export function healthReport(root: string, checks: readonly Check[], request: ServerRequest): Answer {
  const checkName = request.path.slice(root.length + 1)
  const excludedNames = request.query.getAll('exclude')
  const selectedChecks = checkName === '' ? checks : checks.filter(({ name }) => name === checkName)
  if (selectedChecks.length === 0) return { status: 404, body: `${request.path}: there is no such check\n` }
  const isFailed = selectedChecks.some(
    ({ name, problem }) => problem !== undefined && !excludedNames.includes(name),
  )
  const failureStatus = freedom('unhealthy-is-503') ? 503 : 500
  const status = isFailed ? failureStatus : 200
  if (freedom('health-without-list')) return { status, body: isFailed ? 'no\n' : 'yes\n' }
  if (!isFailed && !request.query.has('verbose')) return { status, body: 'ok' }
  const lines = selectedChecks.map(({ name, problem }) => {
    if (excludedNames.includes(name)) return `[+]${name} excluded: ok\n`
    return problem === undefined ? `[+]${name} ok\n` : `[-]${name} failed: ${problem}\n`
  })
  return { status, body: `${lines.join('')}${root.slice(1)} check ${isFailed ? 'failed' : 'passed'}\n` }
}
