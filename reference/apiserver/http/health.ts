import type { Lifecycle } from '../lifecycle.ts'
import type { Answer } from './ask.ts'

const paths = ['/livez', '/readyz', '/healthz']

/** Whether a path is one of the health endpoints or below one. */
export function isHealthPath(path: string): boolean {
  return paths.some((health) => path === health || path.startsWith(`${health}/`))
}

/** Liveness, health or readiness in text: `ok`, or 500 with what is missing. */
export function health(path: string, lifecycle: Lifecycle): Answer {
  const problem = path.startsWith('/readyz') ? lifecycle.notReady() : lifecycle.notAlive()
  return problem === undefined ? { status: 200, body: 'ok' } : { status: 500, body: `failed: ${problem}\n` }
}
