import type { EvidenceKept, Invocation } from '../header.ts'
import type { Reproduction } from './reproduction.ts'
import type { Target } from './target.ts'

/** Parts of a run that are needed to run one of its checks again. */
export interface Reproducible {
  /** Name of the command. */
  readonly tool: string
  readonly invocation: Invocation
  readonly seed: number
}

/** Settings of the run that the command passes to its workers. */
export interface RunSettings {
  readonly target: Target
  /** Second implementation, whose results of generated cases are compared with the results of `target`. */
  readonly against?: Target
  /** Absolute path of the output directory, which contains the evidence. */
  readonly outDir: string
  readonly seed: number
  /** Number of requests of the generated cases of each rule. */
  readonly generate: number
  /** Maximum number of programs that start at once in one worker. */
  readonly startsAtOnce: number
  /** Maximum number of concurrent programs in total, which share the machine's memory. */
  readonly programsAtOnce: number
  /** True if checks that wait for long defaults are included. */
  readonly thorough: boolean
  /** True if programs record the faults that could have changed their behaviour; the reference only. */
  readonly faultTrace?: boolean
  /** True if programs record the mutants that they reach, and checks record the programs that they use. */
  readonly mutantReach?: boolean
  /** True if programs record the code that they reach, and checks record the programs that they use. */
  readonly codeReach?: boolean
  /** Checks whose evidence is kept; default `all`. */
  readonly evidence?: EvidenceKept
  /** Number of the attempt; evidence of a second attempt is stored next to the evidence of the first. */
  readonly attempt?: number
  /** Indexes of the rounds of generated cases to run; default all. */
  readonly rounds?: readonly number[]
  /** Start of the run, for a command that runs one of its checks again. */
  readonly run: Omit<Reproducible, 'seed'>
  /** The check to reproduce, if any. */
  readonly repro?: Reproduction
}

declare module 'vitest' {
  interface ProvidedContext {
    settings: RunSettings
  }
}
