import * as v from 'valibot'
import type { HttpAnswer } from '../client/https.ts'
import type { Frozen } from '../contract.ts'

// What is cut is in the program's own folder.
const ownFile = v.pipe(v.string(), v.regex(/^(?!\.\.?$)[^/\\]+$/, 'must be the name of a file'))
const place = { file: ownFile, at: v.pipe(v.string(), v.description('A JSON pointer into the file.')) }
const whole = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Something that a start does without: entries of a list, a member, or a flag. */
export const cut = v.variant('cuts', [
  v.strictObject({
    cuts: v.literal('entries'),
    ...place,
    of: v.pipe(whole, v.description('How many entries the list has; one of another length is left alone.')),
    keep: v.pipe(v.array(whole), v.description('The places of those that stay.')),
  }),
  v.strictObject({ cuts: v.literal('member'), ...place }),
  v.strictObject({ cuts: v.literal('flag'), flag: v.string() }),
])
export type Cut = Frozen<v.InferOutput<typeof cut>>

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
