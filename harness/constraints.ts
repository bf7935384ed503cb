import type { Source } from './catalogue.ts'
import type { DocumentPart } from './outline.ts'

/** Kinds of constraints between two rows or sentences of the documents, with the text between their keys. */
export const constraintKinds = {
  /** Both together are invalid. */
  excludes: 'excludes',
  /** The first is invalid without the second. */
  requires: 'requires',
  /** The first has no effect without the second. */
  'ignored-without': 'is ignored without',
  /** If both apply, the first is used. */
  replaces: 'replaces',
  /** The second is the bound of the first. */
  'at-most': 'is bounded by',
  /** If the first is not set, the second decides. */
  'defaults-to': 'defaults to',
  /** The values of both must match as the sentence states. */
  fits: 'fits',
  /** The first decides the effect of the second. */
  governs: 'governs',
} as const

export type ConstraintKind = keyof typeof constraintKinds

/** A row or a sentence at one end of a constraint. */
export interface ConstraintEnd extends Pick<DocumentPart, 'section' | 'row' | 'of'> {
  readonly document: Source['document']
}

/** A statement of the documents about two rows or sentences, and the rules that test it. */
export interface Constraint {
  readonly kind: ConstraintKind
  /** Subject of the statement, in one section; several if it holds for each of them. */
  readonly from: readonly ConstraintEnd[]
  readonly to: readonly ConstraintEnd[]
  readonly says: string
  readonly rules: readonly string[]
  /** Reason why no rule tests the constraint. */
  readonly reason?: string
}

/** Returns a constraint as a readable line: the names of its ends, and its sentence. */
export function constraintText({ kind, from, to, says }: Constraint): string {
  const namesOf = (ends: readonly ConstraintEnd[]): string =>
    ends.map(({ row, of }) => (of === undefined ? row : `${row} of ${of}`)).join(', ')
  const names = [namesOf(from), namesOf(to)]
  return names[0] === names[1]
    ? `${names[0]}: ${says}`
    : `${names.join(` ${constraintKinds[kind]} `)}: ${says}`
}

/** Returns the constraints with a row or a sentence at one of their ends. */
export function constraintsAt(
  constraints: readonly Constraint[],
  { document, section, row }: Pick<DocumentPart, 'document' | 'section' | 'row'>,
): Constraint[] {
  return constraints.filter(({ from, to }) =>
    [...from, ...to].some((end) => end.document === document && end.section === section && end.row === row),
  )
}
