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
    const byKey = new Map<string, Row[]>()
    for (const row of section.rows) byKey.set(row.key, [...(byKey.get(row.key) ?? []), row])
    return [...byKey].flatMap(([key, same]) => {
      const owners = ownersOf(section, key)
      if (owners.length === 0) return [partOf(section, same)]
      return owners.map((of) => ({
        ...partOf(
          section,
          same.filter((row) => row.of === of),
        ),
        of,
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
  const own = sections.find((one) => one.document === document && one.section === section)?.rows ?? []
  return [...new Set(own.filter(({ isSentence }) => isSentence !== true).map(({ key }) => key))]
}

/** Returns the place of the rows with one key and owner. */
function partOf(of: Section, same: readonly Row[]): DocumentPart {
  const { document, section } = of
  const [row = { key: '' }] = same
  const { key, isSentence, isText, isOpen } = row
  const program = row.program ?? of.program ?? defaultProgram({ document })
  const facts = same.map(factsOf).filter((text) => text !== '')
  const profile: Profile = row.profile ?? defaultProfile({ document, section, rows: [key] }, program)
  return {
    document,
    section,
    row: key,
    program,
    profile,
    page: pageOf(of, row, program),
    ...(facts.length > 0 && { facts: facts.join('; ') }),
    ...(isSentence && { isSentence }),
    ...(isText && { isText }),
    ...(isOpen && { isOpen }),
  }
}
