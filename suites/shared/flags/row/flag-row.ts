import type { About } from '#harness/check/launching.ts'
import type { Flags, FlagValue } from '#harness/launch/flags.ts'
import type { AgentSpec } from '../../node-agent.ts'

/** One row of a flag table: all that the document states of a flag, and values near that. */
export interface FlagRow {
  readonly flag: `--${string}`
  /** The key of its row, where that is not its name alone. */
  readonly key?: string
  /** Whose row it is, where two have one key. */
  readonly of?: string
  /** The type word; a dash where the document has one. */
  readonly type: string
  /** Absent where the document has a dash. */
  readonly default?: string
  /**
   * A value of its type that a program may have together with those of all other rows. Absent where every text is of the
   * type, where no legal value goes with all others, and where each start has one.
   */
  readonly legal?: string | number | boolean
  /** Each start, or each of an area, has it, so that no fault of the reference refuses its legal values. */
  readonly isNeeded?: true
  /** The fault of the reference that refuses this value. */
  readonly refusal?: string
  /** Flags without which a program would not take it. */
  readonly needs?: Flags
  /** Values of another type, by the words that complete "refuses"; those that all flags of the type have unless set. */
  readonly mistyped?: Readonly<Record<string, string>>
  /** What the refusal of these speaks of, when that is not the flag. */
  readonly about?: About
  /** Which values it takes, where the document limits them. */
  readonly takes?: TakenValues
}

/** The values that a flag takes. */
export interface TakenValues {
  /** What is legal, in words. */
  readonly says: string
  readonly legal: readonly FlagValue[]
  /** Values that are none of these, by the words that complete "refuses". */
  readonly wrong: Readonly<Record<string, FlagValue>>
  /** Flags beside it without which it would be refused for another reason, or would not matter. */
  readonly beside?: Flags
  /** Flags that say something else about the same thing. */
  readonly apartFrom?: readonly string[]
  /** What is not waited for, because the flag moves it. */
  readonly opens?: AgentSpec['opens']
  /** What a refusal's text speaks of, when that is not the flag. */
  readonly about?: About
}

/** The legal values of rows, with what they need, as flags of one start. */
export function legalFlags(rows: readonly FlagRow[]): Flags {
  const legal = rows.flatMap((row) => (row.legal === undefined ? [] : [{ ...row, legal: row.legal }]))
  return {
    ...Object.assign({}, ...legal.map(({ needs }) => needs)),
    ...Object.fromEntries(legal.map(({ flag, legal }) => [flag, legal])),
  }
}
