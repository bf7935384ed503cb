import { createRequire } from 'node:module'
import type { Source } from '#harness/catalogue.ts'

type Keys = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

// An import of JSON would make Node 20 warn.
const keys = createRequire(import.meta.url)('./rows.json') as Keys

/** The keys of all table rows of a document, by section; two rows of one section may have the same key. */
export function rowKeys(document: Source['document']): Keys[string] {
  return keys[document] ?? {}
}

/** The keys of all table rows of a section. */
export function rowsOf(document: Source['document'], section: string): readonly string[] {
  return [...new Set(rowKeys(document)[section])]
}
