import type { OpenValue } from '../dialect/dialect.ts'

/** How a rule is judged, beside what it says. */
export interface Judging {
  /** The id of the accepted check that its refusals count on, when no check of the rule itself accepts. */
  readonly twin?: string
  /** Its checks share nothing, so they may run beside each other and beside those of the next such rule. */
  readonly overlaps?: boolean
  /** A value that the documents leave open and every check needs; without it they are not applicable. */
  readonly open?: OpenValue
  /** How long each of its checks may take, when that is longer than usual. */
  readonly limitMs?: number
  /** Its checks mostly wait for time to pass, so something else should run beside them. */
  readonly waits?: true
}
