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
export function healthReport(root: string, all: readonly Check[], request: ServerRequest): Answer {
  const single = request.path.slice(root.length + 1)
  const excluded = request.query.getAll('exclude')
  const chosen = single === '' ? all : all.filter(({ name }) => name === single)
  if (chosen.length === 0) return { status: 404, body: `${request.path}: there is no such check\n` }
  const failed = chosen.some(({ name, problem }) => problem !== undefined && !excluded.includes(name))
  const badStatus = freedom('unhealthy-is-503') ? 503 : 500
  const status = failed ? badStatus : 200
  if (freedom('health-without-list')) return { status, body: failed ? 'no\n' : 'yes\n' }
  if (!failed && !request.query.has('verbose')) return { status, body: 'ok' }
  const lines = chosen.map(({ name, problem }) => {
    if (excluded.includes(name)) return `[+]${name} excluded: ok\n`
    return problem === undefined ? `[+]${name} ok\n` : `[-]${name} failed: ${problem}\n`
  })
  return { status, body: `${lines.join('')}${root.slice(1)} check ${failed ? 'failed' : 'passed'}\n` }
}
