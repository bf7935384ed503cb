import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import type { CheckEvent, TimelineEntry } from '#harness/events.ts'

/** What a check left behind beside its event. */
export interface CheckEvidence {
  readonly timeline: readonly TimelineEntry[]
  readonly files: readonly EvidenceFile[]
  /** The command that runs the check again, where the run wrote one. */
  readonly repro?: string
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

const outputNames = /^(output|stdout|stderr)\b|\.(log|stdout|stderr|out)$/

/** Reads evidence below a run's output directory; a folder that points out of it counts as none. */
export function evidenceIn(outDir: string): ReadEvidence {
  const root = resolve(outDir)
  return (check) => {
    if (check.evidence === undefined) return undefined
    const directory = resolve(root, check.evidence)
    if (!directory.startsWith(`${root}${sep}`)) return undefined
    const names = filesIn(directory)
    const text = (name: string): string => tail(readFileSync(join(directory, name)))
    const repro = names.includes('repro.txt') ? text('repro.txt').trim() : undefined
    return {
      timeline: names.includes('timeline.json') ? timelineIn(join(directory, 'timeline.json')) : [],
      files: names
        .filter((name) => name !== 'timeline.json' && name !== 'repro.txt')
        .map((name) => ({
          name,
          kind: outputNames.test(name.slice(name.lastIndexOf('/') + 1)) ? 'output' : 'configuration',
          text: withoutKeys(text(name)),
        })),
      ...(repro !== undefined && { repro }),
    }
  }
}

function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .toSorted()
  } catch {
    return []
  }
}

/** A timeline that cannot be read costs the drawing, not the report. */
function timelineIn(file: string): readonly TimelineEntry[] {
  try {
    const entries: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(entries) ? entries.filter(isEntry) : []
  } catch {
    return []
  }
}

function isEntry(value: unknown): value is TimelineEntry {
  const { atMs, source, kind, what } = (value ?? {}) as Partial<Record<keyof TimelineEntry, unknown>>
  return [source, kind, what].every((text) => typeof text === 'string') && Number.isFinite(atMs)
}

function tail(bytes: Buffer): string {
  if (bytes.includes(0)) return `(${bytes.length} bytes that are not text)`
  if (bytes.length <= mostBytes) return bytes.toString('utf8')
  return `… (${bytes.length - mostBytes} earlier bytes left out)\n${bytes.subarray(-mostBytes).toString('utf8')}`
}

/** Reports are meant to be handed on, private keys are not. */
function withoutKeys(text: string): string {
  const key = /(-----BEGIN [A-Z ]*PRIVATE KEY-----)[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g
  return text.replace(key, '$1\n(left out)\n$2')
}
