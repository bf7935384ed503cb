import { createHash } from 'node:crypto'
import { constants, gunzipSync, gzipSync } from 'node:zlib'

/*
 * A pack contains the evidence of many checks: compressed lines of JSON. Content that several files of several checks
 * share, such as the files of one start, is stored once, with an id; a check lists the contents of each of its files. A
 * check is added by appending to the file, and two concatenated packs are one pack.
 */

/** End of every pack's name. */
export const packEnding = '.jsonl.gz'

interface ContentLine {
  readonly content: string
  readonly text?: string
  /** Content in base64, if it is not text. */
  readonly base64?: string
}

interface CheckLine {
  readonly check: string
  /** Ids of the contents of each file, in order, by the file's name. */
  readonly files: Readonly<Record<string, readonly string[]>>
}

/** Name and parts of a file of a check. */
export interface PackedFile {
  readonly name: string
  readonly parts: readonly (string | Uint8Array)[]
}

/**
 * Returns the lines to append to a pack for one check, uncompressed.
 * @param knownIds the ids of the contents in the pack; the ids of new contents are added
 */
export function packLines(check: string, files: readonly PackedFile[], knownIds: Set<string>): string {
  const lines: (ContentLine | CheckLine)[] = []
  const ids = (parts: PackedFile['parts']): string[] =>
    parts
      .filter(({ length }) => length > 0)
      .map((part) => {
        const id = createHash('sha256').update(part).digest('hex').slice(0, 20)
        if (!knownIds.has(id)) lines.push({ content: id, ...contentLine(part) })
        knownIds.add(id)
        return id
      })
  const fileEntries = files.map(({ name, parts }) => [name, ids(parts)] as const)
  lines.push({ check, files: Object.fromEntries(fileEntries) })
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

function contentLine(part: string | Uint8Array): Omit<ContentLine, 'content'> {
  if (typeof part === 'string') return { text: part }
  const bytes = Buffer.from(part)
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? { text } : { base64: bytes.toString('base64') }
}

/** Content of a pack: by check, the files by their names. Equal contents are the same object. */
export type Unpacked = ReadonlyMap<string, ReadonlyMap<string, readonly Uint8Array[]>>

/**
 * Reads a pack. Of repeated entries the last is valid; an incomplete line is ignored.
 * @throws Error if the bytes are not compressed like a pack
 */
export function contentsOfPack(pack: Uint8Array): Unpacked {
  const contents = new Map<string, Uint8Array>()
  const checks = new Map<string, Map<string, readonly Uint8Array[]>>()
  for (const line of linesOf(pack)) {
    if ('content' in line) {
      const { content, text, base64 } = line
      contents.set(content, base64 === undefined ? Buffer.from(text ?? '') : Buffer.from(base64, 'base64'))
    } else if ('check' in line) {
      const files = Object.entries(line.files).map(
        ([name, ids]) => [name, ids.flatMap((id) => contents.get(id) ?? [])] as const,
      )
      checks.set(line.check, new Map(files))
    }
  }
  return checks
}

/** Returns a pack without the given checks. */
export function packWithout(pack: Uint8Array, checks: ReadonlySet<string>): Uint8Array {
  const knownIds = new Set<string>()
  const keptLines = [...contentsOfPack(pack)]
    .filter(([check]) => !checks.has(check))
    .map(([check, files]) =>
      packLines(
        check,
        [...files].map(([name, parts]) => ({ name, parts })),
        knownIds,
      ),
    )
  return gzipSync(keptLines.join(''))
}

// Maximum size of an unpacked pack, in bytes: more than a run writes, and no more than a string can hold.
const maxOutputLength = 500 * 1024 * 1024

function linesOf(pack: Uint8Array): (ContentLine | CheckLine)[] {
  // The output of a killed process is readable up to its end.
  return gunzipSync(pack, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength })
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        const parsedLine: unknown = JSON.parse(line)
        return isLine(parsedLine) ? [parsedLine] : []
      } catch {
        return []
      }
    })
}

function isLine(value: unknown): value is ContentLine | CheckLine {
  const line = (value ?? {}) as Readonly<Record<string, unknown>>
  if (typeof line.content === 'string')
    return [line.text, line.base64].every((text) => text === undefined || typeof text === 'string')
  const { check, files } = line
  return (
    typeof check === 'string' &&
    typeof files === 'object' &&
    files !== null &&
    Object.values(files).every((ids) => Array.isArray(ids) && ids.every((id) => typeof id === 'string'))
  )
}
