import type { AuditEvent } from './event.ts'

/** The two kinds of place where events go: each has a family of flags. */
export type Family = 'log' | 'webhook'
export const families = ['log', 'webhook'] as const

/** A place where events go. */
export interface Sink {
  /** Writes events together; rejects when they cannot be written. */
  write(events: readonly AuditEvent[]): Promise<void>
  /** Closes what it has open. */
  end(): void
}

/** A place with the manner in which it is written to. */
export interface Backend {
  /** Whether a request is refused when its first event cannot be written. */
  readonly isStrict: boolean
  /** Takes an event; rejects when it cannot be written, except in batch mode. */
  record(event: AuditEvent): Promise<void>
  /** Writes what is buffered and closes. */
  end(): Promise<void>
}
