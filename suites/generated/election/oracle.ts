import type { ElectionTimes } from '../../shared/manager/election.ts'
import type { ObservedEvent } from './model.ts'

/** Documented state of a candidate: it must not lead, may take over the lease, must lead, or must have stopped. */
export type CandidateState = 'waits' | 'leads' | 'may take over' | 'has stopped'

/** Returns the permitted state of a candidate at a moment, after all its earlier events. */
export function stateAt(
  { leaseMs, renewMs }: Pick<ElectionTimes, 'leaseMs' | 'renewMs'>,
  observedEvents: readonly ObservedEvent[],
  atMs: number,
): CandidateState {
  let state: CandidateState = 'leads'
  let sinceMs: number | undefined
  for (const observedEvent of observedEvents) {
    if (observedEvent.atMs > atMs) break
    sinceMs = observedEvent.atMs
    state = observedEvent.what === 'renews' ? 'leads' : 'waits'
  }
  // A lease without a holder may be acquired at once.
  if (sinceMs === undefined) return 'leads'
  if (state === 'waits') return atMs < sinceMs + leaseMs ? 'waits' : 'may take over'
  return atMs < sinceMs + renewMs ? 'leads' : 'has stopped'
}

/** Returns the latest end of failures that permits one more attempt before the deadline. */
export function failuresEndMs({ renewMs, retryMs }: ElectionTimes, renewedMs: number): number {
  return renewedMs + renewMs - 2 * retryMs
}
