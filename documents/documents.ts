import type { Constraint, DocumentPart, Profile } from '#kit/tables.ts'
import { usualProfile, usualProgram } from '#kit/tables.ts'
import { document1 } from './1/index.ts'
import { document2 } from './2/index.ts'
import { document3 } from './3/index.ts'
import { ownersOf } from './rows.ts'
import type { Row, Section } from './shape.ts'

/** Every section of the three documents, in their order. */
export const sections: readonly Section[] = [...document1, ...document2, ...document3]

/** Returns every table row and every normative sentence of the three documents, section by section in their order. */
export function outline(): DocumentPart[] {
  return sections.flatMap((section) => {
    const first = new Map(section.rows.toReversed().map((row) => [row.key, row]))
    return [...new Set(section.rows.map(({ key }) => key))].flatMap((key) => {
      const part = partOf(section, first.get(key) as Row)
      const owners = ownersOf(section, key)
      return owners.length === 0 ? [part] : owners.map((of) => ({ ...part, of }))
    })
  })
}

/** Returns every constraint of the three documents, section by section in their order. */
export function constraints(): Constraint[] {
  return sections.flatMap(({ between = [] }) => between)
}

/** Returns the keys of all table rows of a section. */
export function rowsOf(document: Section['document'], section: string): string[] {
  const own = sections.find((one) => one.document === document && one.section === section)?.rows ?? []
  return [...new Set(own.filter(({ isSentence }) => isSentence !== true).map(({ key }) => key))]
}

function partOf({ document, section, ...usual }: Section, row: Row): DocumentPart {
  const { key, isSentence, isText, isOpen } = row
  const program = row.program ?? usual.program ?? usualProgram({ document })
  const profile: Profile = row.profile ?? usualProfile({ document, section, rows: [key] }, program)
  return {
    document,
    section,
    row: key,
    program,
    profile,
    ...(isSentence && { isSentence }),
    ...(isText && { isText }),
    ...(isOpen && { isOpen }),
  }
}
