import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { AuditEvent } from '#mocks/audit-receiver/index.ts'

/** One file of an audit log: the current file, or a rotated file. */
export interface LogFile {
  readonly name: string
  /** Size on disk, in bytes. */
  readonly size: number
  readonly isCompressed: boolean
  /** Complete lines without line ends, of the decompressed content. */
  readonly lines: readonly string[]
}

/** One entry of a log: a line, and its event if it is JSON. */
export interface LogEntry {
  readonly text: string
  readonly event?: AuditEvent
}

/** Reads the audit log in a separate directory, with all rotated files in it. */
export class AuditLogReader {
  readonly directory: string
  /** The current file. */
  readonly path: string

  constructor(directory: string, name = 'audit.log') {
    this.directory = directory
    this.path = join(directory, name)
  }

  /** Returns all files of the log, without files that disappear during the call. */
  files(): LogFile[] {
    return readdirSync(this.directory).flatMap((name) => this.#file(name) ?? [])
  }

  /** Returns the rotated files. */
  rotatedFiles(): LogFile[] {
    return this.files().filter(({ name }) => join(this.directory, name) !== this.path)
  }

  /** Returns the entries of all files. */
  entries(): LogEntry[] {
    return this.files().flatMap(({ lines }) => lines.map(entryOf))
  }

  /** Returns the events in the current file that are JSON. */
  events(): AuditEvent[] {
    const text = existsSync(this.path) ? readFileSync(this.path, 'utf8') : ''
    return completeLines(text).flatMap((line) => entryOf(line).event ?? [])
  }

  #file(name: string): LogFile | undefined {
    const path = join(this.directory, name)
    try {
      const bytes = readFileSync(path)
      const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b
      const text = (isCompressed ? gunzipSync(bytes) : bytes).toString('utf8')
      return { name, size: statSync(path).size, isCompressed, lines: completeLines(text) }
    } catch (thrown) {
      // Skips a file that was renamed, removed, or is not completely compressed yet.
      const { code } = thrown as NodeJS.ErrnoException
      if (code === 'ENOENT' || code === 'Z_BUF_ERROR') return undefined
      throw thrown
    }
  }
}

/** Returns the complete lines. Text after the last line end is incomplete. */
export function completeLines(text: string): string[] {
  return text.split('\n').slice(0, -1)
}

/** Returns the entry of a line, with its event if the line is JSON. */
export function entryOf(text: string): LogEntry {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { text, event: value as AuditEvent } : { text }
  } catch {
    return { text }
  }
}
