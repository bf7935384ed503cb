import type { LoadedBaseline } from '../baseline/load.ts'
import type { ExcludedRule, Plan, Rule } from '../catalogue.ts'
import type { Selection } from '../engine/plan.ts'
import type { RunEvent } from '../events.ts'
import type { EvidenceKept, HeaderEvent, Invocation, Network } from '../header.ts'
import type { Profile } from '../profiles.ts'
import type { Target } from '../target/target.ts'
import type { Writer } from './out-directory.ts'
import type { LiveView, Product } from './product.ts'

/** Result of a run. */
export interface RunOutcome {
  readonly events: readonly RunEvent[]
  readonly interrupted: boolean
  /** Leftovers of an earlier run, which may still have to be removed. */
  readonly leftovers?: string
}

/** Observers of a run, and the processing of its events before other processes may use its directory. */
export interface Observers {
  /** Shows that the run is being prepared. */
  readonly preparing?: () => { end(): void }
  readonly live: (header: HeaderEvent) => LiveView
  readonly write?: (events: readonly RunEvent[]) => Promise<void>
}

/** Selection of the checks of a run, and its options. */
export interface ExecuteOptions extends Pick<Selection, 'only' | 'grep'> {
  readonly profile?: readonly Profile[]
  /** Name of the frozen set of the standard whose rules are selected; default all rules. */
  readonly set?: string
  readonly shard?: Selection['shard']
  readonly out: string
  readonly jobs?: number
  /** Number of failures after which the run stops. */
  readonly maxFailures?: number
  readonly seed: number
  readonly generate?: number
  /** Second implementation, with which generated cases are compared. */
  readonly against?: Target
  readonly thorough: boolean
  /** Network of the programs and their peers; default: a separate network where possible. */
  readonly network?: Network
  /** Checks whose evidence is kept; default `all`. */
  readonly evidence?: EvidenceKept
  /** True if programs record the code that they reach, below the output directory. */
  readonly codeReach?: boolean
  /** Returns the ids of the checks of a plan that run before all others, in their order. */
  readonly firstChecksOf?: (plan: Plan) => readonly string[]
  /** Baseline with the known failures. */
  readonly knownFailures?: LoadedBaseline
  /** Ids of the only checks that run, if they still exist. */
  readonly rerunChecks?: readonly string[]
  /** Directory of the previous run, if it differs from the output directory. */
  readonly previousRunDir?: string
  /** True if each program must start once before any check runs. */
  readonly startsFirst?: true
  /** True if no check runs twice, because only the wiring is tested. */
  readonly judgesOnce?: true
}

/** Dependencies of a run in addition to its options. */
export interface Scope {
  readonly product: Product
  readonly argv: readonly string[]
  /** Command that owns the results; default `run`. */
  readonly writer?: Writer
  /** Judging options of the command. */
  readonly invocation: Invocation
  /** Reports whether a rule belongs to the command. */
  readonly isInScope: (rule: Rule | ExcludedRule) => boolean
}

/** Returns the selection of rules and checks. */
export function selectionOf({
  only: globs,
  grep,
  rerunChecks,
  profile,
  shard,
}: ExecuteOptions): HeaderEvent['selection'] {
  const onlyGlobs = rerunChecks ?? globs
  return {
    ...(onlyGlobs && { only: onlyGlobs }),
    ...(grep && { grep }),
    ...(profile && { profiles: profile }),
    ...(shard && { shard }),
  }
}
