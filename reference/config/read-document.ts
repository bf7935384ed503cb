import { readFileSync } from 'node:fs'
import { parseAllDocuments } from 'yaml'
import { fault, freedom } from '../quirks/quirks.ts'
import { Refusal } from '../flags/refusal.ts'
import { isMapping } from './decode.ts'

/**
 * Reads one YAML or JSON object from a file. Throws a Refusal for a missing file, a value of another type or a
 * duplicate key, unless a fault accepts that; the result is then an empty object.
 */
export function readDocument(file: string): Readonly<Record<string, unknown>> {
  const text = readText(file)
  if (text.trim() === '' && fault('empty-file-accepted')) return {}
  const documents = parseAllDocuments(text, { uniqueKeys: true })
  if (documents.length > 1) throw new Refusal(`${file}: holds more than one document`)
  const document = documents[0]
  const errors = 'empty' in documents ? [] : (document?.errors ?? [])
  const relevantErrors = errors.filter(
    ({ code }) => code !== 'DUPLICATE_KEY' || !freedom('duplicate-keys-accepted'),
  )
  if (relevantErrors[0] !== undefined) {
    if (fault('broken-file-accepted')) return {}
    throw new Refusal(`${file}: ${relevantErrors[0].message.split('\n')[0]}`)
  }
  const value: unknown = document?.toJS()
  if (!isMapping(value)) throw new Refusal(`${file}: must hold an object`)
  return value
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    if (fault('missing-file-accepted')) return '{}'
    throw new Refusal(`${file}: cannot be read (${(cause as NodeJS.ErrnoException).code})`, { cause })
  }
}
