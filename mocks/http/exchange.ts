import { AsyncLocalStorage } from 'node:async_hooks'
import { HarnessError } from '#harness/errors.ts'
import type { HttpSeen } from './http-seen.ts'

/** What happens below HTTP instead of (or, for `truncated`, in the middle of) an answer. */
export type Fault = 'truncated' | 'garbage'

/** The request that a handler is answering. */
export interface Exchange {
  readonly asked: HttpSeen
  fault?: Fault
}

/** Carries the exchange to the lies that a handler calls, through any library between them. */
export const exchanges = new AsyncLocalStorage<Exchange>()

/** The exchange that the calling handler answers; throws outside one. */
export function currentExchange(): Exchange {
  const exchange = exchanges.getStore()
  if (exchange === undefined) {
    throw new HarnessError('harness-fault', 'A lie was told outside of an answer; call it inside a handler.')
  }
  return exchange
}
