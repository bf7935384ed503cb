import type { Source } from './catalogue.ts'
import type { Place } from './outline.ts'

/** How two rows or sentences of the documents are connected, and how that reads between their keys. */
export const constraintKinds = {
  /** Both at once are invalid. */
  excludes: 'excludes',
  /** The one is invalid without the other. */
  requires: 'requires',
  /** The one has no effect without the other. */
  'ignored-without': 'is ignored without',
  /** Where both apply, the one is used. */
  replaces: 'replaces',
  /** The other is the bound of the one. */
  'at-most': 'is bounded by',
  /** If the one is not set, the other decides. */
  'defaults-to': 'defaults to',
  /** The values of the two belong together as the sentence states. */
  fits: 'fits',
  /** The one decides what the other does. */
  governs: 'governs',
} as const

export type ConstraintKind = keyof typeof constraintKinds

/** A row or a sentence that a constraint connects. */
export interface ConstraintEnd extends Pick<Place, 'section' | 'row' | 'of'> {
  readonly document: Source['document']
}

/** What the documents state about two things at once, and the rules that judge it. */
export interface Constraint {
  readonly kind: ConstraintKind
  /** What the statement is about, in one section; several if it holds for each of them. */
  readonly from: readonly ConstraintEnd[]
  readonly to: readonly ConstraintEnd[]
  readonly says: string
  readonly rules: readonly string[]
  /** Why no rule judges it. */
  readonly reason?: string
}

/** A constraint as a line for people: the two things, and what holds between them. */
export function constraintText({ kind, from, to, says }: Constraint): string {
  const namesOf = (ends: readonly ConstraintEnd[]): string =>
    ends.map(({ row, of }) => (of === undefined ? row : `${row} of ${of}`)).join(', ')
  const names = [namesOf(from), namesOf(to)]
  return names[0] === names[1]
    ? `${names[0]}: ${says}`
    : `${names.join(` ${constraintKinds[kind]} `)}: ${says}`
}

/** The constraints that have a row or a sentence at one of their ends. */
export function constraintsAt(
  constraints: readonly Constraint[],
  { document, section, row }: Pick<Place, 'document' | 'section' | 'row'>,
): Constraint[] {
  return constraints.filter(({ from, to }) =>
    [...from, ...to].some((end) => end.document === document && end.section === section && end.row === row),
  )
}
