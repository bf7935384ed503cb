import { AsyncLocalStorage } from 'node:async_hooks'
import { HarnessError } from '#harness/errors.ts'
import type { HttpJournalEntry } from './request.ts'

/** Fault below HTTP instead of a response or, for `truncated`, in the middle of a response. */
export type ResponseFault = 'truncated' | 'garbage'

/** Request to which a handler responds, and the fault of the response. */
export interface Exchange {
  readonly request: HttpJournalEntry
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
