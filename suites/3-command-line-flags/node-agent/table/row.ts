import type { FlagRow } from '../../../shared/flags/row/flag-row.ts'
import type { Sourced, SourcedValue } from '../sources/sourced-flag.ts'

/** One row of the node agent's flag table. */
export interface AgentRow extends FlagRow {
  /** The column D: `C` for flags that belong in the configuration file, `R` for flags that will be removed. */
  readonly deprecated?: 'C' | 'R'
  /** Field in the configuration file; absent if there is none, or none that is observable. */
  readonly file?: InFile
}

/** A flag's field in the configuration file. */
export interface InFile extends Omit<Sourced, 'flag' | 'default'> {
  /** Default in effect, if it differs from the help; `null` if it is not observable. */
  readonly default?: SourcedValue | null
  /** Values near each other, and near the default, that are likely to be mixed up. */
  readonly near?: readonly SourcedValue[]
}

/** Returns the default of a row as a value of its type; `undefined` if the document has none. */
export function defaultOf({
  type,
  default: text,
}: Pick<AgentRow, 'type' | 'default'>): SourcedValue | undefined {
  if (text === undefined) return undefined
  if (type.startsWith('int')) return Number(text)
  if (type === 'bool') return text === 'true'
  return type === 'pairs' && text === 'none' ? {} : text
}
