import type { ElectionTimes } from '../../shared/manager/election.ts'

/** Timings and course of a candidate for leadership. */
export interface ElectionCase {
  readonly times: ElectionTimes
  /**
   * With `renewals`, another client holds the lease first, and renews it after each of the given shares of
   * leaseDuration. Otherwise the lease is free, and `failing` specifies how long the leader’s renewals fail.
   */
  readonly course:
    | { readonly renewals: readonly number[] }
    | { readonly failing: 'never' | 'for a while' | 'until it stops' }
}

/** An event of a candidate, in milliseconds of any one clock. */
export interface ObservedEvent {
  readonly atMs: number
  /** The candidate saw the lease of another client, another client renewed it, or the candidate renewed its own. */
  readonly what: 'sees another' | 'another renews' | 'renews'
}
