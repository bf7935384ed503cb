import type { Times } from '../../shared/manager/election.ts'
import type { ObservedEvent } from './model.ts'

/** Documented state of a candidate: it must not lead yet, it must lead, or it must have stopped. */
export type State = 'waits' | 'leads' | 'may take over' | 'has stopped'

/** Returns the permitted state of a candidate at a moment, after all its events until then. */
export function stateAt(
  { leaseMs, renewMs }: Pick<Times, 'leaseMs' | 'renewMs'>,
  met: readonly ObservedEvent[],
  atMs: number,
): State {
  let state: State = 'leads'
  let sinceMs: number | undefined
  for (const one of met) {
    if (one.atMs > atMs) break
    sinceMs = one.atMs
    state = one.what === 'renews' ? 'leads' : 'waits'
  }
  // A lease without a holder may be acquired at once.
  if (sinceMs === undefined) return 'leads'
  if (state === 'waits') return atMs < sinceMs + leaseMs ? 'waits' : 'may take over'
  return atMs < sinceMs + renewMs ? 'leads' : 'has stopped'
}

/** Returns the end of failures after which one more attempt is made before the deadline. */
export function failuresEndMs({ renewMs, retryMs }: Times, renewedMs: number): number {
  return renewedMs + renewMs - 2 * retryMs
}
