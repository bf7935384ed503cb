import { createHash } from 'node:crypto'
import { constants, gunzipSync, gzipSync } from 'node:zlib'

/*
 * A pack holds the evidence of many checks: lines of JSON, compressed. What several files of several checks have in common,
 * such as all that belongs to one start, is there once, as a content with an id; a check names the contents that make up
 * each of its files. Whoever adds a check appends to the file, and two packs put behind each other are one.
 */

/** What every pack's name ends with. */
export const packEnding = '.jsonl.gz'

interface ContentLine {
  readonly content: string
  readonly text?: string
  /** Where it is no text. */
  readonly base64?: string
}

interface CheckLine {
  readonly check: string
  /** By the file's name, the ids of the contents that make it up, in their order. */
  readonly files: Readonly<Record<string, readonly string[]>>
}

/** A file of a check, by its name and the parts that make it up. */
export interface PackedFile {
  readonly name: string
  readonly parts: readonly (string | Uint8Array)[]
}

/**
 * What is appended to a pack for one check, not compressed yet.
 * @param known the ids of the contents that the pack has already; those that come in are added
 */
export function packLines(check: string, files: readonly PackedFile[], known: Set<string>): string {
  const lines: (ContentLine | CheckLine)[] = []
  const ids = (parts: PackedFile['parts']): string[] =>
    parts
      .filter(({ length }) => length > 0)
      .map((part) => {
        const id = createHash('sha256').update(part).digest('hex').slice(0, 20)
        if (!known.has(id)) lines.push({ content: id, ...written(part) })
        known.add(id)
        return id
      })
  const named = files.map(({ name, parts }) => [name, ids(parts)] as const)
  lines.push({ check, files: Object.fromEntries(named) })
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

function written(part: string | Uint8Array): Omit<ContentLine, 'content'> {
  if (typeof part === 'string') return { text: part }
  const bytes = Buffer.from(part)
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? { text } : { base64: bytes.toString('base64') }
}

/** What a pack holds: by check, the files by their names; equal contents are the same object. */
export type Unpacked = ReadonlyMap<string, ReadonlyMap<string, readonly Uint8Array[]>>

/**
 * Reads a pack. What stands in it twice counts as it stood last; a line that is torn is left out.
 * @throws Error where it is not compressed as a pack is
 */
export function unpacked(pack: Uint8Array): Unpacked {
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

/** A pack without what it holds of some checks. */
export function packWithout(pack: Uint8Array, checks: ReadonlySet<string>): Uint8Array {
  const known = new Set<string>()
  const kept = [...unpacked(pack)]
    .filter(([check]) => !checks.has(check))
    .map(([check, files]) =>
      packLines(
        check,
        [...files].map(([name, parts]) => ({ name, parts })),
        known,
      ),
    )
  return gzipSync(kept.join(''))
}

// More than a run writes, and as much as a text may have.
const maxOutputLength = 500 * 1024 * 1024

function linesOf(pack: Uint8Array): (ContentLine | CheckLine)[] {
  // What a process that was killed did not write to its end is readable up to there.
  return gunzipSync(pack, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength })
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        const read: unknown = JSON.parse(line)
        return isLine(read) ? [read] : []
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
