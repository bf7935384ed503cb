import type { Arbitrary } from 'fast-check'

/** A difference between an implementation and an oracle. */
export interface Disagreement {
  /** Request and configuration with which the case can be repeated by hand. */
  readonly asked: unknown
  readonly expected: unknown
  readonly actual: unknown
}

/** Result of one case. */
export interface CaseResult {
  readonly disagreements: readonly Disagreement[]
  /** Parts that the documents leave open, with the observed values, which decide no verdict. */
  readonly open?: readonly { readonly what: string; readonly value: unknown }[]
  /** Behaviour of the implementation, for a comparison with a second implementation. */
  readonly outcome?: string
  /** Names of the known deviations of the dialect that affect the case. */
  readonly deviations?: readonly string[]
}

/**
 * Generators of cases: a single generator, or several generators that take turns if chance alone would rarely draw some
 * cases.
 */
export type CaseGenerators<Case> = Arbitrary<Case> | readonly Arbitrary<Case>[]

/** Generated cases of one subject, with the function that tests them. */
export interface Area<Case> {
  /** Rule of the area. Its id also separates the cases of different areas. */
  readonly id: string
  readonly cases: CaseGenerators<Case>
  /** Cases that once failed. They run before the drawn cases. */
  readonly regressions: Readonly<Record<string, Case>>
  /** File to which found cases are added. */
  readonly regressionsFile: string
  /** Number of cases that share a start; 1 if each case needs a separate start. */
  readonly perStart: number
  /** Divides the number of requests that the command asks for, for areas whose cases take long. Default 1. */
  readonly cost?: number
  /** Returns the number of requests of a case. */
  readonly requests: (testCase: Case) => number
  /** Returns the rows, boundaries and combinations that a case visits. */
  readonly coverage: (testCase: Case) => readonly string[]
  /** All names that `coverage` can return, so that a report also lists those that no case visited. */
  readonly coverable: readonly string[]
  /** Runs cases on the implementation, with one start if `perStart` allows. Returns one result for each case. */
  readonly judge: (cases: readonly Case[]) => Promise<readonly CaseResult[]>
  /** Returns the part of a case that causes a disagreement, which is tried before the case is shrunk step by step. */
  readonly focused?: (testCase: Case, disagreement: Disagreement) => Case | undefined
}
