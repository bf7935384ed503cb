import type { HttpAnswer } from '../client/https.ts'
import type { Cut } from './cuts.ts'

/** How one check is run again for somebody who looks into it, as workers are told. */
export interface Reproduction {
  /** The check that it is about; others, such as its twin, run as usual. */
  readonly check: string
  /** Absolute path of the folder of the reproduction. */
  readonly folder: string
  /**
   * What becomes of the programs that the check starts: they are `started` as usual, a person starts them
   * (`attached`), or nobody does and only the peers stay (`left-out`).
   */
  readonly programs: 'started' | 'attached' | 'left-out'
  /** Whether what the check did is written into the folder. */
  readonly records?: boolean
  /** Whether programs and peers stay after a red check until the command is interrupted. */
  readonly keeps?: boolean
  /** What its configuration does without. */
  readonly cuts: readonly Cut[]
  /** Requests of the check that are not sent, by their number, with the answers that stand in for them. */
  readonly standIns: Readonly<Record<number, HttpAnswer>>
}
