import type { FlagValues } from '../flags/flag-values.ts'
import type { Flag } from '../flags/flag.ts'
import type { QuirkList } from '../quirks/quirks.ts'

/** Arguments and services with which a program starts. */
export interface Start {
  readonly flags: FlagValues
  /** Version of this build. */
  readonly ownVersion: string
  /** Version to report: the version of the build unless the command line names another version. */
  readonly version: string
  /** Writes a line for human readers. */
  readonly say: (line: string) => void
}

/** Program of the reference: its flags, faults, permitted variations, and behaviour. */
export interface Program {
  readonly name: string
  /** All flags, including `help` and `version`. */
  readonly flags: readonly Flag[]
  readonly faults: QuirkList
  readonly freedoms: QuirkList
  /** Runs until the process is stopped. Throws a Refusal when flags or files are invalid. */
  start(start: Start): Promise<void>
}
