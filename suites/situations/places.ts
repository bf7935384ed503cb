import type { DocumentPart } from '#kit/tables.ts'
import { globPattern } from '#kit/tables.ts'

/** Globs of row keys, by the number of the document and the beginning of the section's name. */
export type Places = Readonly<Record<string, readonly string[]>>

/** Returns a function that reports whether a row is in the given places. */
export function partMatcher(places: Places): (part: DocumentPart) => boolean {
  const sectionGlobs = Object.entries(places).map(([section, globs]) => ({
    section,
    rows: globs.map(globPattern),
  }))
  return ({ document, section, row }) =>
    sectionGlobs.some(
      (one) => `${document} ${section}`.startsWith(one.section) && one.rows.some((glob) => glob.test(row)),
    )
}
