import type { Flags } from '#harness/launch/flags.ts'
import type { DocumentedFlag } from '../../../shared/flags/flag-rules.ts'

/** One row of the flag table, and a value of its type that a server may have beside those of all other rows. */
export interface Row extends DocumentedFlag {
  /** Absent where every text is of the type, where no legal value is documented, and where each server has one. */
  readonly legal?: string | number | boolean
  /** Other flags without which a server would not take it. */
  readonly beside?: Flags
}
