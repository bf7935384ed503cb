import { closeSync, type Dirent, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { evidenceFolder } from '#harness/catalogue.ts'
import type { CheckEvent, TimelineEntry } from '#harness/events.ts'
import { readInput } from '#harness/input/read.ts'

/** What a check left behind beside its event. */
export interface CheckEvidence {
  readonly timeline: readonly TimelineEntry[]
  readonly files: readonly EvidenceFile[]
}

export interface EvidenceFile {
  /** The path inside the check's evidence folder. */
  readonly name: string
  readonly kind: 'configuration' | 'output'
  readonly text: string
}

/** Gives a check's evidence, or nothing where it left none. */
export type ReadEvidence = (check: CheckEvent) => CheckEvidence | undefined

// A flood of output must not become a flood of memory; the tail tells how it ended.
const mostBytes = 256 * 1024

// The first is drawn, the second is in the events already.
const ownFiles = new Set(['timeline.json', 'repro.txt'])

const outputNames = /^(output|stdout|stderr)\b|\.(log|stdout|stderr|out)$/

/** Reads evidence below a run's output directory; a folder that points out of it counts as none. */
export function evidenceIn(outDir: string): ReadEvidence {
  const root = resolve(outDir)
  const read = reader()
  return (check) => {
    if (check.evidence === undefined) return undefined
    const directory = resolve(root, check.evidence)
    if (!directory.startsWith(`${root}${sep}`)) return undefined
    const names = filesIn(directory)
    return {
      timeline: names.includes('timeline.json') ? timelineIn(join(directory, 'timeline.json')) : [],
      files: names
        .filter((name) => !ownFiles.has(name))
        .map((name) => ({
          name,
          kind: outputNames.test(name.slice(name.lastIndexOf('/') + 1)) ? 'output' : 'configuration',
          text: read(join(directory, name)),
        })),
    }
  }
}

/** Reads nothing but the timelines of checks below a run's output directory, by their ids. */
export function timelinesIn(outDir: string): (check: string) => readonly TimelineEntry[] {
  return (check) => timelineIn(join(resolve(outDir), 'evidence', evidenceFolder(check), 'timeline.json'))
}

/** Reads files; the many links to a file that checks share are read once. */
function reader(): (path: string) => string {
  const known = new Map<string, string>()
  return (path) => {
    const { dev, ino, nlink, size } = statSync(path)
    const file = `${dev}:${ino}`
    const text = known.get(file) ?? withoutKeys(tail(path, size))
    if (nlink > 1) known.set(file, text)
    return text
  }
}

// By hand, because Node's own recursive listing takes several times as long, for each of hundreds of folders.
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

/** A timeline that cannot be read costs the drawing, not the report. */
function timelineIn(file: string): readonly TimelineEntry[] {
  try {
    const entries: unknown = JSON.parse(readInput(file, 'timeline'))
    return Array.isArray(entries) ? entries.filter(isEntry) : []
  } catch {
    return []
  }
}

function isEntry(value: unknown): value is TimelineEntry {
  const { atMs, source, kind, what } = (value ?? {}) as Partial<Record<keyof TimelineEntry, unknown>>
  return [source, kind, what].every((text) => typeof text === 'string') && Number.isFinite(atMs)
}

function tail(path: string, size: number): string {
  const bytes = Buffer.alloc(Math.min(size, mostBytes))
  const file = openSync(path, 'r')
  try {
    const length = readSync(file, bytes, 0, bytes.length, size - bytes.length)
    const read = bytes.subarray(0, length)
    if (read.includes(0)) return `(${size} bytes that are not text)`
    const left = size - bytes.length
    return `${left === 0 ? '' : `… (${left} earlier bytes left out)\n`}${read.toString('utf8')}`
  } finally {
    closeSync(file)
  }
}

/** Reports are meant to be handed on, private keys are not. */
function withoutKeys(text: string): string {
  const key = /(-----BEGIN [A-Z ]*PRIVATE KEY-----)[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g
  return text.replace(key, '$1\n(left out)\n$2')
}
