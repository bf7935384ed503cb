import type { DocumentedFlag } from '../../../shared/flags/flag-rules.ts'

/** One row of the node agent's flag table, and a value of its type that an agent may have beside those of all other rows. */
export interface AgentRow extends DocumentedFlag {
  /** Absent where every text is of the type, and where no legal value goes with all others. */
  readonly legal?: string | number | boolean
  /** The column D: `C` for what belongs into the configuration file, `R` for what is to go. */
  readonly deprecated?: 'C' | 'R'
}
