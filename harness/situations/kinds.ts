import type { DocumentPart } from '../outline.ts'

/** Kinds of situations in which the statement of a row can hold in one case and fail in the next. */
export const situationKinds = {
  'other-changes': 'other changes: what a row depends on is changed, removed or put back',
  'wrong-at-first': 'wrong at first: an object or a file is wrong before the program finds it',
  several: 'several: a later entry of a list or bundle',
  together: 'together: two settings of one thing',
  'each-of-a-set': 'each of a set: every value or subject that the document names',
  'other-ways': 'other ways: another path, verb or protocol to the same thing',
  'what-it-writes': 'what it writes: objects, records and requests of the program',
  everybody: 'everybody: each peer fails',
  'each-moment': 'each moment: before, during and after a change of state',
  'second-start': 'second start: with what an earlier start left',
  alone: 'alone: one value without its neighbours',
  expired: 'expired: no longer valid, not yet valid, or denied',
} as const

export type SituationKind = keyof typeof situationKinds

/** One kind of situation: the rows where it can occur, and the checks that try it. */
export interface Situation {
  readonly kind: SituationKind
  /** Reports whether the situation can occur at a row. */
  readonly isAt: (part: DocumentPart) => boolean
  /** Reason why the situation cannot occur at the other rows. */
  readonly otherwise: string
  /** Returns the reason why the situation cannot occur at a row that `isAt` reports; undefined if it can occur. */
  readonly because?: (part: DocumentPart) => string | undefined
  /** Globs of the ids of rules and checks that try the situation, at each row of their rule. */
  readonly tried: readonly string[]
  /** Returns further rules and checks that try the situation at a row, although their rule is at a different row. */
  readonly triedAt?: (part: DocumentPart) => readonly string[]
}
