import type { Constraint, ConstraintEnd, ConstraintKind, Source } from '#kit/tables.ts'

/** The key of a row or the subject of a sentence, with its owner if two rows of the section have the key. */
type End = string | Pick<ConstraintEnd, 'row' | 'of'> | ConstraintEnd
type Ends = End | readonly Ends[]

/** A connection of two rows or sentences, as a sentence in our words. */
interface Stated {
  /** Adds the rules that judge it. */
  by(...rules: string[]): Constraint
  /** Adds the reason why no rule judges it. */
  unjudged(reason: string): Constraint
}

type Verb = (from: Ends, to: Ends) => { says(sentence: string): Stated }

/** Returns the rows of one owner. */
export function of(owner: string, ...rows: readonly string[]): readonly End[] {
  return rows.map((row) => ({ row, of: owner }))
}

/** Returns a function that names rows and sentences of another section. */
export function inSection(document: Source['document'], section: string) {
  return (...ends: readonly Ends[]): readonly ConstraintEnd[] => placed(document, section, ends)
}

/**
 * Returns verbs that connect two rows or sentences, which are those of a section unless they name another one. A verb is
 * a kind of constraint: `constraintKinds` states its meaning.
 */
export function between(document: Source['document'], section: string) {
  const verb =
    (kind: ConstraintKind): Verb =>
    (from, to) => ({
      says: (says) => {
        const ends = { from: placed(document, section, from), to: placed(document, section, to) }
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

function placed(document: Source['document'], section: string, ends: Ends): ConstraintEnd[] {
  if (isList(ends)) return ends.flatMap((end) => placed(document, section, end))
  return [{ document, section, ...(typeof ends === 'string' ? { row: ends } : ends) }]
}

function isList(ends: Ends): ends is readonly Ends[] {
  return Array.isArray(ends)
}
