import type { DocumentedFlag } from '../flag-rules.ts'

/** One row of the flag table, and a value of its type that a server may have beside those of all other rows. */
export interface Row extends DocumentedFlag {
  /** Absent where every text is of the type, and where no legal value is documented. */
  readonly legal?: string | number | boolean
}
