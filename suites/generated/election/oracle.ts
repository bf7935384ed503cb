import type { Times } from '../../shared/manager/election.ts'
import type { Met } from './model.ts'

/** The state of a candidate as far as the documents say: it must not lead yet, it must lead, or it must have stopped. */
export type State = 'waits' | 'leads' | 'may take over' | 'has stopped'

/** What a candidate may be at a moment, after everything that it met until then. */
export function stateAt(
  { leaseMs, renewMs }: Pick<Times, 'leaseMs' | 'renewMs'>,
  met: readonly Met[],
  atMs: number,
): State {
  let state: State = 'leads'
  let sinceMs: number | undefined
  for (const one of met) {
    if (one.atMs > atMs) break
    sinceMs = one.atMs
    state = one.what === 'renews' ? 'leads' : 'waits'
  }
  // A lease that nobody holds may be taken at once.
  if (sinceMs === undefined) return 'leads'
  if (state === 'waits') return atMs < sinceMs + leaseMs ? 'waits' : 'may take over'
  return atMs < sinceMs + renewMs ? 'leads' : 'has stopped'
}

/** Until when failures may go on so that one more attempt comes before the deadline. */
export function failuresEndMs({ renewMs, retryMs }: Times, renewedMs: number): number {
  return renewedMs + renewMs - 2 * retryMs
}
