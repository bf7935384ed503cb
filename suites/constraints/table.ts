import type { Constraint, ConstraintEnd, ConstraintKind, Source } from '#kit/tables.ts'

/** The key of a row or the subject of a sentence, with its type if two of the section have one key. */
export type End = string | { readonly row: string; readonly of: string }

/** One entry of a table. */
export interface ConstraintEntry {
  readonly kind: ConstraintKind
  readonly rows: readonly End[]
  readonly others: readonly End[]
  /** Place of the others, if not in the section of the table. */
  readonly at?: { readonly document?: Source['document']; readonly section: string }
  readonly says: string
  /** Rules that judge the area. */
  readonly rules?: readonly string[]
  /** Reason for having no rule. */
  readonly reason?: string
}

/** Constraints between two settings, as stated in a section of the documents. */
export interface ConstraintTable {
  readonly document: Source['document']
  readonly section: string
  readonly constraints: readonly ConstraintEntry[]
}

/** Returns the constraints of a table, with complete places at both ends. */
export function constraintsOf({ document, section, constraints }: ConstraintTable): Constraint[] {
  return constraints.map(({ kind, rows, others, at, says, rules = [], reason }) => ({
    kind,
    from: rows.map(placed(document, section)),
    to: others.map(placed(at?.document ?? document, at?.section ?? section)),
    says,
    rules,
    ...(reason !== undefined && { reason }),
  }))
}

function placed(document: Source['document'], section: string): (end: End) => ConstraintEnd {
  return (end) => ({ document, section, ...(typeof end === 'string' ? { row: end } : end) })
}
