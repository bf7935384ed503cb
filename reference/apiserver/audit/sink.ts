import type { AuditEvent } from './event.ts'

/** Kinds of sinks, each with a family of flags. */
export type Family = 'log' | 'webhook'
export const families = ['log', 'webhook'] as const

/** Destination of events. */
export interface Sink {
  /** Writes events together. Rejects if the write fails. */
  write(events: readonly AuditEvent[]): Promise<void>
  /** Closes its open files and connections. */
  end(): void
}

/** Sink with the mode in which it is written. */
export interface Backend {
  /** True if a request is rejected when its first event cannot be written. */
  readonly isStrict: boolean
  /** Records an event. Rejects if the write fails, except in batch mode. */
  record(event: AuditEvent): Promise<void>
  /** Writes the buffered events and closes the sink. */
  end(): Promise<void>
}
