import { caseOf, type NamedCases, rule, test } from '#kit'
import type { Variants } from './configuration-file.ts'

/** A question that the documents leave open, with variants of a valid file that show the behaviour of a server. */
export interface OpenCase<Variant> {
  readonly says: string
  /** Section that leaves the question open, if it is not the section of the file's kind. */
  readonly section?: string
  readonly rows: readonly string[]
  readonly aspect?: string
  readonly cases: NamedCases<Variant>
}

/**
 * Declares the open questions about a kind of file. The start of a server with each variant is recorded.
 * @param prefix prefix of the ids of the rules
 * @param section the section of document 1 about the kind
 */
export function declareOpenRules<Variant>(
  prefix: string,
  section: string,
  files: Pick<Variants<Variant>, 'observes'>,
  open: Readonly<Record<string, OpenCase<Variant>>>,
): void {
  for (const [name, { says, section: where = section, rows, aspect, cases }] of Object.entries(open)) {
    rule(
      {
        id: `${prefix}${name}`,
        level: 'UNSPECIFIED',
        says,
        source: { document: 1, section: where, rows, ...(aspect && { aspect }) },
        overlaps: true,
      },
      () => {
        for (const [what, one] of Object.entries(cases)) {
          const { value, id = what } = caseOf(one)
          const title = `observes whether a server starts with ${what}`
          test({ title, id: `whether a server starts with ${id} is recorded` }, async () => {
            await files.observes(what, value)
          })
        }
      },
    )
  }
}
