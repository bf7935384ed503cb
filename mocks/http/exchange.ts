import { AsyncLocalStorage } from 'node:async_hooks'
import { HarnessError } from '#harness/errors.ts'
import type { HttpJournalEntry } from './request.ts'

/** Fault below HTTP instead of a response or, for `truncated`, in the middle of a response. */
export type ResponseFault = 'truncated' | 'garbage'

/** Request that a handler is answering. */
export interface Exchange {
  readonly asked: HttpJournalEntry
  fault?: ResponseFault
}

/** Carries the exchange to the faults that a handler calls, through any library between them. */
export const exchanges = new AsyncLocalStorage<Exchange>()

/** Returns the exchange of the running handler. Throws outside a handler. */
export function currentExchange(): Exchange {
  const exchange = exchanges.getStore()
  if (exchange === undefined) {
    throw new HarnessError('harness-fault', 'A lie was told outside of an answer; call it inside a handler.')
  }
  return exchange
}
