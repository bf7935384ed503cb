import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { AuditEvent } from '#mocks/audit-receiver/index.ts'

/** One file of an audit log: the one that is written to, or one that was put aside. */
export interface LogFile {
  readonly name: string
  /** In bytes, as it is on disk. */
  readonly size: number
  readonly isCompressed: boolean
  /** Whole lines without their ends; of a compressed file, what it holds. */
  readonly lines: readonly string[]
}

/** One event of a log: a line, and what it means where it is JSON. */
export interface LogEntry {
  readonly text: string
  readonly event?: AuditEvent
}

/** Reads the audit log in a directory of its own, with all files that were put aside beside it. */
export class AuditLogReader {
  readonly directory: string
  /** The file that is written to. */
  readonly path: string

  constructor(directory: string, name = 'audit.log') {
    this.directory = directory
    this.path = join(directory, name)
  }

  /** All files of the log; those that disappear meanwhile are left out. */
  files(): LogFile[] {
    return readdirSync(this.directory).flatMap((name) => this.#file(name) ?? [])
  }

  /** The files that were put aside. */
  rotated(): LogFile[] {
    return this.files().filter(({ name }) => join(this.directory, name) !== this.path)
  }

  /** Every event in any of the files. */
  entries(): LogEntry[] {
    return this.files().flatMap(({ lines }) => lines.map(entryOf))
  }

  /** The events in the file that is written to, as far as they are JSON. */
  events(): AuditEvent[] {
    const text = existsSync(this.path) ? readFileSync(this.path, 'utf8') : ''
    return wholeLines(text).flatMap((line) => entryOf(line).event ?? [])
  }

  #file(name: string): LogFile | undefined {
    const path = join(this.directory, name)
    try {
      const bytes = readFileSync(path)
      const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b
      const text = (isCompressed ? gunzipSync(bytes) : bytes).toString('utf8')
      return { name, size: statSync(path).size, isCompressed, lines: wholeLines(text) }
    } catch (thrown) {
      // Renamed, removed, or not yet compressed to its end: another look shows what becomes of it.
      const { code } = thrown as NodeJS.ErrnoException
      if (code === 'ENOENT' || code === 'Z_BUF_ERROR') return undefined
      throw thrown
    }
  }
}

/** The lines that are complete: what is behind the last end of a line is still being written. */
export function wholeLines(text: string): string[] {
  return text.split('\n').slice(0, -1)
}

/** A line as an event, where it is the JSON of one. */
export function entryOf(text: string): LogEntry {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { text, event: value as AuditEvent } : { text }
  } catch {
    return { text }
  }
}
