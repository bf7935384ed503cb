import { sections } from '#documents/documents.ts'
import type { Row } from '#documents/shape.ts'
import type { DocumentPart } from '#kit/tables.ts'

const listTypes = /^(strings|pairs|stringToString|list|objects|colonSeparated|reserved-memory|mapString|\[)/

const rowsByPlace = new Map<string, readonly Row[]>()
for (const { document, section, rows } of sections)
  for (const row of rows) {
    const key = keyOf({ document, section, row: row.key })
    rowsByPlace.set(key, [...(rowsByPlace.get(key) ?? []), row])
  }

function keyOf({ document, section, row }: Pick<DocumentPart, 'document' | 'section' | 'row'>): string {
  return JSON.stringify([document, section, row])
}

const rowsOf = (part: DocumentPart): readonly Row[] => rowsByPlace.get(keyOf(part)) ?? []

/** Reports whether the type of a row is a list or a map. */
export function isList(part: DocumentPart): boolean {
  return rowsOf(part).some(({ type = '', legalValues = [], usualValues = [] }) =>
    part.document === 1
      ? [...legalValues, ...usualValues].some((value) => Array.isArray(value))
      : listTypes.test(type),
  )
}

/** Reports whether the document limits the values of a flag to named values. */
export function hasNamedValues(part: DocumentPart): boolean {
  return part.document === 3 && rowsOf(part).some(({ rules = [] }) => rules.length > 0)
}
