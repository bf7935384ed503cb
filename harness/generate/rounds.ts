/** What the times of rounds are observed as where faults are tried. */
export const roundsObserved = 'rounds'

/** When a round of generated cases was judged, as Unix times in milliseconds. */
export interface Round {
  readonly at: number
  readonly fromMs: number
  readonly toMs: number
}
