import type { Row, Section } from './shape.ts'

type RowDetails = Omit<Row, 'key' | 'isSentence'>

/** Returns a row with only a key for each name. The rules of the document state everything else about these rows. */
export function keys(...names: readonly string[]): Row[] {
  return names.map((key) => ({ key }))
}

/** Returns a sentence for each subject. */
export function sentences(...subjects: readonly string[]): Row[] {
  return subjects.map((key) => ({ key, isSentence: true }))
}

/** Returns a sentence with further properties. */
export function sentence(key: string, details: RowDetails): Row {
  return { key, isSentence: true, ...details }
}

/** Returns a sentence about something that the document leaves undefined. */
export function openRow(key: string, details: RowDetails = {}): Row {
  return { key, isSentence: true, isOpen: true, ...details }
}

/** Adds common properties to rows. */
export function rowsWith<const CommonFields extends Omit<Row, 'key'>>(
  common: CommonFields,
  rows: readonly Row[],
): (Row & CommonFields)[] {
  return rows.map((row) => ({ ...row, ...common }))
}

/**
 * Returns sections by their headings. A section is given as a list of rows, or as an object with rows and other
 * members.
 */
export function sectionsOf(
  document: Section['document'],
  sections: Readonly<Record<string, readonly Row[] | Omit<Section, 'document' | 'section'>>>,
): Section[] {
  return Object.entries(sections).map(([section, its]) => ({
    document,
    section,
    ...('rows' in its ? its : { rows: its }),
  }))
}

/** Returns the owners of the rows with a key; empty if all these rows have the same owner. */
export function ownersOf({ rows }: Pick<Section, 'rows'>, key: string): string[] {
  const owners = [...new Set(rows.filter((row) => row.key === key).map(({ of }) => of))]
  return owners.length < 2 ? [] : owners.filter((of) => of !== undefined)
}
