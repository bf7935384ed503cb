import {
  type Constraint,
  type DocumentPart,
  type Profile,
  defaultProfile,
  defaultProgram,
} from '#kit/tables.ts'
import { document1 } from './1/index.ts'
import { document2 } from './2/index.ts'
import { document3 } from './3/index.ts'
import { factsOf, pageOf } from './facts.ts'
import { ownersOf } from './rows.ts'
import type { Row, Section } from './shape.ts'

/** Every section of the three documents, in their order. */
export const sections: readonly Section[] = [...document1, ...document2, ...document3]

/** Returns every table row and every normative sentence of the three documents, section by section in their order. */
export function outline(): DocumentPart[] {
  return sections.flatMap((section) => {
    const rowsByKey = new Map<string, Row[]>()
    for (const row of section.rows) rowsByKey.set(row.key, [...(rowsByKey.get(row.key) ?? []), row])
    return [...rowsByKey].flatMap(([key, rowsOfKey]) => {
      const owners = ownersOf(section, key)
      if (owners.length === 0) return [documentPart(section, rowsOfKey)]
      return owners.map((owner) => ({
        ...documentPart(
          section,
          rowsOfKey.filter((row) => row.of === owner),
        ),
        of: owner,
      }))
    })
  })
}

/** Returns every constraint of the three documents, section by section in their order. */
export function constraints(): Constraint[] {
  return sections.flatMap(({ between = [] }) => between)
}

/** Returns the keys of all table rows of a section. */
export function rowsOf(document: Section['document'], section: string): string[] {
  const rows =
    sections.find((candidate) => candidate.document === document && candidate.section === section)?.rows ?? []
  return [...new Set(rows.filter(({ isSentence }) => isSentence !== true).map(({ key }) => key))]
}

/** Returns the part of the document that the rows with one key and owner describe. */
function documentPart(owningSection: Section, rowsOfKey: readonly Row[]): DocumentPart {
  const { document, section } = owningSection
  const [row = { key: '' }] = rowsOfKey
  const { key, isSentence, isText, isOpen } = row
  const program = row.program ?? owningSection.program ?? defaultProgram({ document })
  const facts = rowsOfKey.map(factsOf).filter((text) => text !== '')
  const profile: Profile = row.profile ?? defaultProfile({ document, section, rows: [key] }, program)
  return {
    document,
    section,
    row: key,
    program,
    profile,
    page: pageOf(owningSection, row, program),
    ...(facts.length > 0 && { facts: facts.join('; ') }),
    ...(isSentence && { isSentence }),
    ...(isText && { isText }),
    ...(isOpen && { isOpen }),
  }
}
