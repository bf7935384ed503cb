import { nowMs } from './time.ts'
import type { TimelineEntry } from './events.ts'

/** What happened around one subject, on one monotonic clock; bounded, the oldest entries go first. */
export class Timeline {
  #entries: TimelineEntry[] = []

  record(source: string, kind: TimelineEntry['kind'], what: string, data?: unknown): void {
    this.add({ atMs: nowMs(), source, kind, what, ...(data === undefined ? {} : { data }) })
  }

  add(entry: TimelineEntry): void {
    this.#entries.push(entry)
    if (this.#entries.length > 2 * mostEntries) this.#entries = this.#entries.slice(-mostEntries)
  }

  /** The entries that touch a span of time, oldest first. */
  between(fromMs: number, toMs: number): TimelineEntry[] {
    return this.#entries.filter((entry) => entry.atMs <= toMs && (entry.untilMs ?? entry.atMs) >= fromMs)
  }
}

// Enough for the longest check; a shared server that lives for minutes must not fill the memory.
const mostEntries = 20_000
