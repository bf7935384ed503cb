import type { EvidenceKept, Invocation } from '../header.ts'
import type { Reproduction } from './reproduction.ts'
import type { Target } from './target.ts'

/** A run, as far as it takes to run one of its checks again. */
export interface Reproducible {
  /** The name of the command. */
  readonly tool: string
  readonly invocation: Invocation
  readonly seed: number
}

/** What the command tells its workers about the run. */
export interface RunSettings {
  readonly target: Target
  /** Absolute path of the output directory; evidence goes below it. */
  readonly outDir: string
  readonly seed: number
  /** How many questions the generated cases of a rule ask. */
  readonly generate: number
  /** How many programs may start at once in one worker. */
  readonly startsAtOnce: number
  /** How many programs may run beside each other in all, by which they share the machine's memory. */
  readonly programsAtOnce: number
  /** Whether checks that wait long defaults out are wanted. */
  readonly thorough: boolean
  /** Whether programs note the faults that could have changed what they did; the reference only. */
  readonly faultTrace?: boolean
  /** Whether programs note the mutants that they reach, and checks the programs that they use. */
  readonly mutantReach?: boolean
  /** Of which checks evidence is kept; default `all`. */
  readonly evidence?: EvidenceKept
  /** Set where checks are judged once more, so that their evidence lies beside that of the first time. */
  readonly attempt?: number
  /** Of generated cases, only these rounds, each being what one judging carries; default all. */
  readonly rounds?: readonly number[]
  /** How the run was started, for those who run one check of it again. */
  readonly run: Omit<Reproducible, 'seed'>
  /** One check that somebody looks into. */
  readonly repro?: Reproduction
}

declare module 'vitest' {
  interface ProvidedContext {
    settings: RunSettings
  }
}
