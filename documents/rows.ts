import type { Row, Section } from './shape.ts'

type About = Omit<Row, 'key' | 'isSentence'>

/** Returns rows of which the document states only the content of their rules. */
export function keys(...names: readonly string[]): Row[] {
  return names.map((key) => ({ key }))
}

/** Returns sentences by their subjects. */
export function sentences(...subjects: readonly string[]): Row[] {
  return subjects.map((key) => ({ key, isSentence: true }))
}

/** Returns a sentence that has more than its subject. */
export function sentence(key: string, about: About): Row {
  return { key, isSentence: true, ...about }
}

/** Returns a sentence about something that the document leaves undefined. */
export function open(key: string, about: About = {}): Row {
  return { key, isSentence: true, isOpen: true, ...about }
}

/** Returns rows with more properties. */
export function all<const More extends Omit<Row, 'key'>>(more: More, rows: readonly Row[]): (Row & More)[] {
  return rows.map((row) => ({ ...row, ...more }))
}

/** Returns sections by their headings: only rows, or a page and connections as well. */
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

/** Returns the owners of the rows with a key; none if it has one row, or if the rows are of one owner. */
export function ownersOf({ rows }: Pick<Section, 'rows'>, key: string): string[] {
  const owners = [...new Set(rows.filter((row) => row.key === key).map(({ of }) => of))]
  return owners.length < 2 ? [] : owners.filter((of) => of !== undefined)
}
