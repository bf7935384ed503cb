import type { NamedInError } from '#kit'
import type { Flags, FlagValue } from '#kit/launch.ts'
import type { AgentSpec } from '../../node-agent.ts'

/** One row of a flag table: the documented properties of a flag, and near misses. */
export interface FlagRow {
  readonly flag: `--${string}`
  /** The type word, or the dash of the document. */
  readonly type: string
  /** Absent if the document has a dash. */
  readonly default?: string
  /**
   * A value of its type that a program accepts together with those of all other rows. Absent if every text is of the
   * type, if no legal value is compatible with all others, or if each start has one.
   */
  readonly legal?: string | number | boolean
  /** True if each start, or each of an area, has it, so that no fault of the reference refuses its legal values. */
  readonly isNeeded?: true
  /** The fault of the reference that refuses this value. */
  readonly refusal?: string
  /** Flags that the program requires for this one. */
  readonly needs?: Flags
  /** Values of another type, by the words that complete "refuses"; default those of all flags of the type. */
  readonly mistyped?: Readonly<Record<string, string>>
  /** Subject of the refusal of these, if it is not the flag. */
  readonly about?: NamedInError
  /** Accepted values, if the document limits them. */
  readonly takes?: TakenValues
}

/** Accepted values of a flag. */
export interface TakenValues {
  /** Legal values, in words. */
  readonly says: string
  readonly legal: readonly FlagValue[]
  /** Invalid values, by the words that complete "refuses". */
  readonly wrong: Readonly<Record<string, FlagValue>>
  /** Further flags without which it would be refused for another reason, or would have no effect. */
  readonly beside?: Flags
  /** Flags that set the same property differently. */
  readonly apartFrom?: readonly string[]
  /** Ports that the start does not wait for, because the flag moves them. */
  readonly opens?: AgentSpec['opens']
  /** Subject of a refusal's text, if it is not the flag. */
  readonly about?: NamedInError
}

/** Returns the legal values of rows, with their required flags, as flags of one start. */
export function legalFlags(rows: readonly FlagRow[]): Flags {
  const legal = rows.flatMap((row) => (row.legal === undefined ? [] : [{ ...row, legal: row.legal }]))
  return {
    ...Object.assign({}, ...legal.map(({ needs }) => needs)),
    ...Object.fromEntries(legal.map(({ flag, legal }) => [flag, legal])),
  }
}
