import type { FlagRow } from '../../../shared/flags/row/flag-row.ts'
import type { Sourced, SourcedValue } from '../sources/sourced.ts'

/** One row of the node agent's flag table. */
export interface AgentRow extends FlagRow {
  /** The column D: `C` for what belongs into the configuration file, `R` for what is to go. */
  readonly deprecated?: 'C' | 'R'
  /** What the configuration file has in its place; absent where it has nothing, or nothing that can be seen. */
  readonly file?: InFile
}

/** A flag's field in the configuration file. */
export interface InFile extends Omit<Sourced, 'flag' | 'default'> {
  /** What is in effect by default, where that is not what the help shows; `null` where it cannot be looked at. */
  readonly default?: SourcedValue | null
  /** Values near each other, and near the default, that are likely to be mixed up. */
  readonly near?: readonly SourcedValue[]
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
