import type { Constraint, ConstraintEnd, ConstraintKind, Source } from '#kit/tables.ts'

/** The key of a row or the subject of a sentence, with its owner if two rows of the section have the key. */
type RowReference = string | Pick<ConstraintEnd, 'row' | 'of'> | ConstraintEnd
type RowReferences = RowReference | readonly RowReferences[]

/** A constraint with its sentence, to which the rules or the reason for their absence are added. */
interface ConstraintStatement {
  /** Adds the rules that test the constraint. */
  by(...rules: string[]): Constraint
  /** Adds the reason why no rule tests the constraint. */
  unjudged(reason: string): Constraint
}

type Verb = (from: RowReferences, to: RowReferences) => { says(sentence: string): ConstraintStatement }

/** Returns references to rows of one owner, such as the fields of a type. */
export function rowsOfOwner(owner: string, ...rows: readonly string[]): readonly RowReference[] {
  return rows.map((row) => ({ row, of: owner }))
}

/** Returns a function that names rows and sentences of another section. */
export function inSection(document: Source['document'], section: string) {
  return (...ends: readonly RowReferences[]): readonly ConstraintEnd[] =>
    constraintEnds(document, section, ends)
}

/**
 * Returns one function per kind of constraint. The functions connect two rows or sentences of a section, unless these
 * name a different section. `constraintKinds` states the meaning of each kind.
 */
export function constraintsOf(document: Source['document'], section: string) {
  const verb =
    (kind: ConstraintKind): Verb =>
    (from, to) => ({
      says: (says) => {
        const ends = {
          from: constraintEnds(document, section, from),
          to: constraintEnds(document, section, to),
        }
        return {
          by: (...rules) => ({ kind, ...ends, says, rules }),
          unjudged: (reason) => ({ kind, ...ends, says, rules: [], reason }),
        }
      },
    })
  return {
    excludes: verb('excludes'),
    requires: verb('requires'),
    ignoredWithout: verb('ignored-without'),
    replaces: verb('replaces'),
    atMost: verb('at-most'),
    defaultsTo: verb('defaults-to'),
    fits: verb('fits'),
    governs: verb('governs'),
  }
}

function constraintEnds(document: Source['document'], section: string, ends: RowReferences): ConstraintEnd[] {
  if (isList(ends)) return ends.flatMap((end) => constraintEnds(document, section, end))
  return [{ document, section, ...(typeof ends === 'string' ? { row: ends } : ends) }]
}

function isList(ends: RowReferences): ends is readonly RowReferences[] {
  return Array.isArray(ends)
}
