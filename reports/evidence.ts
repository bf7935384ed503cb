import { closeSync, type Dirent, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { evidenceFolder } from '#harness/catalogue.ts'
import type { CheckEvent, TimelineEntry } from '#harness/events.ts'
import { readInput } from '#harness/input/read.ts'
import type { StoredRun } from '#harness/run/product.ts'
import { isPack, packReader } from './packs.ts'

/** Evidence of a check in addition to its event. */
export interface CheckEvidence {
  readonly timeline: readonly TimelineEntry[]
  readonly files: readonly EvidenceFile[]
}

export interface EvidenceFile {
  /** Path inside the check's evidence folder. */
  readonly name: string
  readonly kind: 'configuration' | 'output'
  readonly text: string
}

/** Returns the evidence of a check, or nothing if it has none. */
export type ReadEvidence = (check: CheckEvent) => CheckEvidence | undefined

// Maximum number of bytes of an output, which limits the memory. The end of an output shows the outcome.
const maxBytes = 256 * 1024

// Files that a report does not list: the page draws the timeline, and the events contain the repro command.
const ownFiles = new Set(['timeline.json', 'repro.txt'])

const outputNames = /^(output|stdout|stderr)\b|\.(log|stdout|stderr|out)$/

/** Reads evidence below a run's output directory. Paths outside it are ignored. */
export function evidenceIn(outDir: string): ReadEvidence {
  const root = resolve(outDir)
  const readText = createReader()
  const openPack = packReader()
  return (check) => {
    if (check.evidence === undefined) return undefined
    const evidencePath = resolve(root, check.evidence)
    if (!evidencePath.startsWith(`${root}${sep}`)) return undefined
    const contents = isPack(evidencePath)
      ? contentsOf(openPack(evidencePath).get(check.id))
      : textsIn(evidencePath, readText)
    const timeline = contents.find(({ name }) => name === 'timeline.json')
    return {
      timeline: timeline === undefined ? [] : timelineOf(timeline.readAll()),
      files: contents
        .filter(({ name }) => !ownFiles.has(name))
        .map(({ name, text }) => ({
          name,
          kind: outputNames.test(name.slice(name.lastIndexOf('/') + 1)) ? 'output' : 'configuration',
          text: text(),
        })),
    }
  }
}

/** Reads only the timelines of a run's checks, by check id. */
export function timelinesIn({ path, events }: StoredRun): (check: string) => readonly TimelineEntry[] {
  const places = new Map(
    events.flatMap((event) => (event.type === 'check' && event.evidence ? [[event.id, event.evidence]] : [])),
  )
  const openPack = packReader()
  return (check) => {
    const evidencePath = resolve(path, places.get(check) ?? join('evidence', evidenceFolder(check)))
    if (!isPack(evidencePath)) return timelineIn(join(evidencePath, 'timeline.json'))
    const chunks = openPack(evidencePath).get(check)?.get('timeline.json')
    return chunks === undefined ? [] : timelineOf(Buffer.concat(chunks).toString('utf8'))
  }
}

/** File of a check, read on demand. */
interface Content {
  readonly name: string
  readonly readAll: () => string
  /** Returns the part of the text that a report shows. */
  readonly text: () => string
}

function contentsOf(files: ReadonlyMap<string, readonly Uint8Array[]> = new Map()): Content[] {
  const names = [...files.keys()].toSorted()
  return names.map((name) => {
    const chunks = files.get(name) ?? []
    return {
      name,
      readAll: () => Buffer.concat(chunks).toString('utf8'),
      text: () => textOf(chunks),
    }
  })
}

// Texts by their bytes, because all checks of a start share its files.
const textCache = new WeakMap<Uint8Array, string>()

function textOf(parts: readonly Uint8Array[]): string {
  const [only] = parts.length === 1 ? parts : []
  const cachedText = only && textCache.get(only)
  if (cachedText !== undefined) return cachedText
  const bytes = Buffer.concat(parts)
  const text = withoutKeys(shownText(bytes.subarray(-maxBytes), bytes.length))
  if (only !== undefined) textCache.set(only, text)
  return text
}

function textsIn(directory: string, read: (path: string) => string): Content[] {
  return filesIn(directory).map((name) => {
    const path = join(directory, name)
    return { name, readAll: () => readInput(path, 'timeline'), text: () => read(path) }
  })
}

/** Reads files. The many links to a file that checks share are read once. */
function createReader(): (path: string) => string {
  const textsByFile = new Map<string, string>()
  return (path) => {
    const { dev, ino, nlink, size } = statSync(path)
    const file = `${dev}:${ino}`
    const text = textsByFile.get(file) ?? withoutKeys(readTail(path, size))
    if (nlink > 1) textsByFile.set(file, text)
    return text
  }
}

// Lists files without the recursive listing of Node.js, which takes several times as long for hundreds of folders.
function filesIn(directory: string, prefix = ''): string[] {
  let entries: Dirent[]
  try {
    entries = readdirSync(join(directory, prefix), { withFileTypes: true })
  } catch {
    return []
  }
  const names = entries.flatMap((entry) => {
    if (entry.isDirectory()) return filesIn(directory, `${prefix}${entry.name}/`)
    return entry.isFile() ? [`${prefix}${entry.name}`] : []
  })
  return names.toSorted()
}

/**
 * Returns the timeline in a file. The timeline is empty if the file cannot be read, so that the report omits the
 * drawing.
 */
function timelineIn(file: string): readonly TimelineEntry[] {
  try {
    return timelineOf(readInput(file, 'timeline'))
  } catch {
    return []
  }
}

function timelineOf(text: string): readonly TimelineEntry[] {
  try {
    const entries: unknown = JSON.parse(text)
    return Array.isArray(entries) ? entries.filter(isEntry) : []
  } catch {
    return []
  }
}

function isEntry(value: unknown): value is TimelineEntry {
  const { atMs, source, kind, what } = (value ?? {}) as Partial<Record<keyof TimelineEntry, unknown>>
  return [source, kind, what].every((text) => typeof text === 'string') && Number.isFinite(atMs)
}

function readTail(path: string, size: number): string {
  const bytes = Buffer.alloc(Math.min(size, maxBytes))
  const file = openSync(path, 'r')
  try {
    const length = readSync(file, bytes, 0, bytes.length, size - bytes.length)
    return shownText(bytes.subarray(0, length), size)
  } finally {
    closeSync(file)
  }
}

function shownText(end: Buffer, size: number): string {
  if (end.includes(0)) return `(${size} bytes that are not text)`
  const omittedBytes = Math.max(0, size - maxBytes)
  return `${omittedBytes === 0 ? '' : `… (${omittedBytes} earlier bytes left out)\n`}${end.toString('utf8')}`
}

/** Removes private keys from a text, because reports are shared. */
function withoutKeys(text: string): string {
  const key = /(-----BEGIN [A-Z ]*PRIVATE KEY-----)[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g
  return text.replace(key, '$1\n(left out)\n$2')
}
