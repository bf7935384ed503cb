import { createRequire } from 'node:module'
import type { Source } from '#kit/tables.ts'
import { configurationTables } from '../tables/configuration-tables.ts'
import { keysOf } from '../tables/field-table.ts'

type Keys = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

// A JSON import causes a warning in Node 20.
const untyped = createRequire(import.meta.url)('./rows.json') as Keys

const keys: Keys = Object.fromEntries(
  Object.entries(untyped).map(([document, sections]) => {
    const own = configurationTables.filter((table) => String(table.document) === document)
    return [
      document,
      { ...sections, ...Object.fromEntries(own.map((table) => [table.section, keysOf(table)])) },
    ]
  }),
)

/** Returns the keys of all table rows of a document, by section. Two rows of one section may have the same key. */
export function rowKeys(document: Source['document']): Keys[string] {
  return keys[document] ?? {}
}

/** Returns the keys of all table rows of a section. */
export function rowsOf(document: Source['document'], section: string): readonly string[] {
  return [...new Set(rowKeys(document)[section])]
}
