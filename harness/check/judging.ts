import type { OpenValue } from '../dialect/dialect.ts'

/** Options for judging a rule, in addition to its statement. */
export interface CheckOptions {
  /** Id of the accepted check that its refusals depend on, if no check of the rule itself accepts. */
  readonly twin?: string
  /**
   * True if the checks of the rule share nothing, so that they may run in parallel with each other and with the checks
   * of the next such rule.
   */
  readonly overlaps?: boolean
  /**
   * A value that the documents leave open and every check needs. The checks are not applicable if the dialect has no
   * such value.
   */
  readonly open?: OpenValue
  /** Time limit of each check, if it is longer than usual. */
  readonly limitMs?: number
  /** True if the checks of the rule mostly wait for time to pass, so that other checks should run in parallel. */
  readonly waits?: true
}
