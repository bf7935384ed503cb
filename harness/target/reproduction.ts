import * as v from 'valibot'
import type { HttpAnswer } from '../client/https.ts'
import type { Frozen } from '../contract.ts'

// Cuts are limited to the program's own folder.
const fileName = v.pipe(v.string(), v.regex(/^(?!\.\.?$)[^/\\]+$/, 'must be the name of a file'))
const pointerFields = {
  file: fileName,
  at: v.pipe(v.string(), v.description('A JSON pointer into the file.')),
}
const nonNegativeInteger = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Part of a configuration that a start omits: entries of a list, a member, or a flag. */
export const cut = v.variant('cuts', [
  v.strictObject({
    cuts: v.literal('entries'),
    ...pointerFields,
    of: v.pipe(
      nonNegativeInteger,
      v.description('How many entries the list has; one of another length is left alone.'),
    ),
    keep: v.pipe(v.array(nonNegativeInteger), v.description('The places of those that stay.')),
  }),
  v.strictObject({ cuts: v.literal('member'), ...pointerFields }),
  v.strictObject({ cuts: v.literal('flag'), flag: v.string() }),
])
export type Cut = Frozen<v.InferOutput<typeof cut>>

/** Options for workers to run one check again, for a person who examines it. */
export interface Reproduction {
  /** The check to reproduce; other checks, such as its twin, run as usual. */
  readonly check: string
  /** Absolute path of the folder of the reproduction. */
  readonly folder: string
  /**
   * Treatment of the programs that the check starts: they are `started` as usual, a person starts them (`attached`), or
   * none is started and only the peers run (`left-out`).
   */
  readonly programs: 'started' | 'attached' | 'left-out'
  /** True if the actions of the check are written into the folder. */
  readonly records?: boolean
  /** True if programs and peers keep running after a failed check until the command is interrupted. */
  readonly keeps?: boolean
  /** Absolute path of the file that receives the packets of the check. */
  readonly capture?: string
  /** Parts of the check's configuration that are omitted. */
  readonly cuts: readonly Cut[]
  /** Requests of the check that are not sent, by their number, with the responses that replace them. */
  readonly standIns: Readonly<Record<number, HttpAnswer>>
}
