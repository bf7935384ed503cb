import { nowMs } from './time.ts'
import type { TimelineEntry } from './events.ts'

/** Bounded list of events on one monotonic clock; the oldest entries are dropped first. */
export class Timeline {
  #entries: TimelineEntry[] = []
  readonly #listeners = new Set<(entry: TimelineEntry) => void>()

  record(source: string, kind: TimelineEntry['kind'], what: string, data?: unknown): void {
    this.add({ atMs: nowMs(), source, kind, what, ...(data === undefined ? {} : { data }) })
  }

  add(entry: TimelineEntry): void {
    this.#entries.push(entry)
    for (const listener of this.#listeners) listener(entry)
    if (this.#entries.length > 2 * maxEntries) this.#entries = this.#entries.slice(-maxEntries)
  }

  /**
   * Calls a function for each further entry.
   * @returns a function that ends the calls
   */
  listen(listener: (entry: TimelineEntry) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Returns the entries that touch a span of time, oldest first. */
  between(fromMs: number, toMs: number): TimelineEntry[] {
    return this.#entries.filter((entry) => entry.atMs <= toMs && (entry.untilMs ?? entry.atMs) >= fromMs)
  }
}

// Maximum number of entries: enough for the longest check, and bounded for long-running servers.
const maxEntries = 20_000
