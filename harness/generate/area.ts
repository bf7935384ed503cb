import type { Arbitrary } from 'fast-check'

/** Where an implementation and an oracle disagree. */
export interface Disagreement {
  /** What it was asked, under which configuration: enough to ask it again by hand. */
  readonly asked: unknown
  readonly expected: unknown
  readonly actual: unknown
}

/** What became of one case. */
export interface Judged {
  readonly disagreements: readonly Disagreement[]
  /** What of it the documents leave open, and what was seen instead of judged. */
  readonly open?: readonly { readonly what: string; readonly value: unknown }[]
  /** Known departures of the dialect that it met, by name. */
  readonly departures?: readonly string[]
}

/** How cases are drawn: all alike, or by several that take turns where chance alone would leave some out for long. */
export type Cases<Case> = Arbitrary<Case> | readonly Arbitrary<Case>[]

/** Generated cases of one subject, with how they are judged. */
export interface Area<Case> {
  /** The rule that they belong to; it also tells its cases from those of other areas. */
  readonly id: string
  readonly cases: Cases<Case>
  /** Cases that were found once and stay: they come before all that is drawn. */
  readonly kept: Readonly<Record<string, Case>>
  /** Where a kept case is added, for those who find one. */
  readonly keptIn: string
  /** How many cases share a start; 1 where each needs its own. */
  readonly perStart: number
  /** One drawn case of so many that the command asks for; more where a case is dear. Default 1. */
  readonly dearness?: number
  /** How many questions a case asks. */
  readonly questions: (one: Case) => number
  /** What a case visits: rows, boundaries and their combinations. */
  readonly visits: (one: Case) => readonly string[]
  /** Everything that cases can visit, so that what none visits is seen too. */
  readonly visitable: readonly string[]
  /** Puts cases to the implementation, by one start where `perStart` allows; one answer for each. */
  readonly judge: (cases: readonly Case[]) => Promise<readonly Judged[]>
  /** The part of a case that a disagreement is about, which is tried before it is made small step by step. */
  readonly focused?: (one: Case, disagreement: Disagreement) => Case | undefined
}
