/** Name of the observation with the times of rounds, if faults are tried. */
export const roundsObserved = 'rounds'

/** Time at which a round of generated cases was judged, in Unix milliseconds. */
export interface Round {
  readonly at: number
  readonly fromMs: number
  readonly toMs: number
}
