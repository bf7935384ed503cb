import type { Times } from '../../shared/manager/election.ts'

/** What happens to a candidate for leadership. */
export interface ElectionCase {
  readonly times: Times
  /**
   * With `renewals` somebody else holds the lease first, and renews it so many times, each after that share of
   * leaseDuration; without, the lease is free, and `failing` says for how long the leader’s renewals fail.
   */
  readonly course:
    | { readonly renewals: readonly number[] }
    | { readonly failing: 'never' | 'for a while' | 'until it stops' }
}

/** Something that a candidate met, in milliseconds of any one clock. */
export interface Met {
  readonly atMs: number
  /** It saw the lease of somebody else, somebody else renewed it, or it renewed its own. */
  readonly what: 'sees another' | 'another renews' | 'renews'
}
