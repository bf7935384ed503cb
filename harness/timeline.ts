import { nowMs } from './time.ts'
import type { TimelineEntry } from './events.ts'

/** Events around one subject, on one monotonic clock. Bounded: the oldest entries are dropped first. */
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
   * @returns a function that ends this
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

// Enough for the longest check; a shared server that runs for minutes must not fill the memory.
const maxEntries = 20_000
