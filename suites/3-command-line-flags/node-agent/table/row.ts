import type { Flags, FlagValue } from '#harness/launch/flags.ts'
import type { DocumentedFlag } from '../../../shared/flags/flag-rules.ts'
import type { AgentSpec } from '../../../shared/node-agent.ts'
import type { Sourced, SourcedValue } from '../sources/sourced.ts'

/** One row of the node agent's flag table: all that the document states of a flag, and values near that. */
export interface AgentRow extends DocumentedFlag {
  /**
   * A value of its type that an agent may have together with those of all other rows. Absent where every text is of the
   * type, and where no legal value goes with all others.
   */
  readonly legal?: string | number | boolean
  /** The column D: `C` for what belongs into the configuration file, `R` for what is to go. */
  readonly deprecated?: 'C' | 'R'
  /** What the configuration file has in its place; absent where it has nothing, or nothing that can be seen. */
  readonly file?: InFile
  /** Which values it takes, where the document limits them. */
  readonly takes?: TakenValues
}

/** A flag's field in the configuration file. */
export interface InFile extends Omit<Sourced, 'flag' | 'default'> {
  /** What is in effect by default, where that is not what the help shows; `null` where it cannot be looked at. */
  readonly default?: SourcedValue | null
  /** Values near each other, and near the default, that are likely to be mixed up. */
  readonly near?: readonly SourcedValue[]
}

/** The values that a flag takes. */
export interface TakenValues {
  /** What is legal, in words. */
  readonly says: string
  readonly legal: readonly FlagValue[]
  /** Values that are none of these, by the words that complete "refuses". */
  readonly wrong: Readonly<Record<string, FlagValue>>
  /** Flags beside it without which it would be refused for another reason. */
  readonly beside?: Flags
  /** What is not waited for, because the flag moves it. */
  readonly opens?: AgentSpec['opens']
  /** What a refusal's text speaks of, when that is not the flag. */
  readonly about?: string
}

/** The default of a row as a value of its type; nothing where the document has none. */
export function defaultOf({
  type,
  default: text,
}: Pick<AgentRow, 'type' | 'default'>): SourcedValue | undefined {
  if (text === undefined) return undefined
  if (type.startsWith('int')) return Number(text)
  if (type === 'bool') return text === 'true'
  return type === 'pairs' && text === 'none' ? {} : text
}
