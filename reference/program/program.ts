import type { FlagValues } from '../flags/flag-values.ts'
import type { Flag } from '../flags/flag.ts'
import type { QuirkList } from '../quirks/arguments.ts'
import type { Quirks } from '../quirks/quirks.ts'

/** What a program that starts is told. */
export interface Start<ProgramQuirks> {
  readonly flags: FlagValues
  readonly quirks: ProgramQuirks
  /** The version of this build. */
  readonly ownVersion: string
  /** The version to tell others: the own one unless the command line names another. */
  readonly version: string
  /** Writes a line for people. */
  readonly say: (line: string) => void
}

/** One of the reference's programs: what its command line takes, its defects and liberties, and what it does. */
export interface Program<ProgramQuirks extends Quirks<never, never>> {
  readonly name: string
  /** Every flag, `help` and `version` among them. */
  readonly flags: readonly Flag[]
  readonly faults: QuirkList
  readonly freedoms: QuirkList
  /** Works until it is told to end; throws a Refusal when flags or files do not permit that. */
  start(start: Start<ProgramQuirks>): Promise<void>
}
