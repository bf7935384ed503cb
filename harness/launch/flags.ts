import { join } from 'node:path'
import { stringify } from 'yaml'
import type { Dialect } from '../dialect/dialect.ts'
import { inDialectForm } from '../dialect/document-form.ts'
import { writePrivate } from './workspace.ts'
import type { FileValue, Flags, FlagValue } from '../flag-values.ts'

export type { FileValue, Flags, FlagValue, WrittenFile } from '../flag-values.ts'

/** Returns a file for the value of a flag. */
export function file(
  name: string,
  content: FileValue['content'],
  options: { verbatim?: true; relative?: true } = {},
): FileValue {
  return { file: name, content, ...options }
}

/** Returns a file with a certificate or a key, which is the same in every dialect. */
export function pem(name: string, content: string): FileValue {
  return file(name, content, { verbatim: true })
}

/** Writes the files that flags name and returns the command-line arguments in the dialect's spelling. */
export function writeFlags(flags: Flags, dialect: Dialect, directory: string): string[] {
  const flagWords: string[] = []
  for (const [flag, values] of Object.entries(flags)) {
    for (const value of Array.isArray(values) ? values : [values]) {
      if (value === undefined) continue
      flagWords.push(`${dialect.word(flag)}=${argument(value as FlagValue, dialect, directory)}`)
    }
  }
  return flagWords
}

function argument(value: FlagValue, dialect: Dialect, directory: string): string {
  if (typeof value !== 'object') return dialect.text(String(value))
  if ('path' in value) return value.path
  const path = writeConfiguration(value, dialect, directory)
  return value.relative ? value.file : path
}

/** Writes a file, and the files inside it, in the dialect's spelling, and returns its path. */
export function writeConfiguration(value: FileValue, dialect: Dialect, directory: string): string {
  const path = join(directory, value.file)
  const content = withInnerFiles(value.content, dialect, directory)
  writePrivate(path, contentOf({ ...value, content }, dialect))
  return path
}

/** Writes the files inside a configuration object, and replaces them by their paths. */
function withInnerFiles(
  content: FileValue['content'],
  dialect: Dialect,
  directory: string,
): FileValue['content'] {
  if (typeof content === 'string' || content instanceof Uint8Array) return content
  const entries = Object.entries(content).map(([key, inner]: [string, unknown]) => [
    key,
    isFile(inner)
      ? argument(inner, dialect, directory)
      : typeof inner === 'object' && inner !== null
        ? withInnerFiles(inner, dialect, directory)
        : inner,
  ])
  return Array.isArray(content) ? entries.map(([, inner]) => inner as unknown) : Object.fromEntries(entries)
}

/** Reports whether a value is a file to write. */
export function isFile(value: unknown): value is FileValue {
  return typeof value === 'object' && value !== null && 'file' in value && 'content' in value
}

/** Returns the bytes of a file as the implementation receives it. */
export function contentOf(value: FileValue, dialect: Dialect): string | Uint8Array {
  const { content } = value
  if (content instanceof Uint8Array) return content
  if (typeof content === 'string') return value.verbatim ? content : dialect.text(content)
  // Many readers still follow YAML 1.1, where a bare yes or on is a boolean.
  return stringify(inDialectForm(dialect, content), { lineWidth: 0, version: '1.1' })
}
