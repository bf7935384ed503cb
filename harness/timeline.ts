import { nowMs } from './time.ts'
import type { TimelineEntry } from './events.ts'

/** Events around one subject, on one monotonic clock. Bounded: the oldest entries are dropped first. */
export class Timeline {
  #entries: TimelineEntry[] = []

  record(source: string, kind: TimelineEntry['kind'], what: string, data?: unknown): void {
    this.add({ atMs: nowMs(), source, kind, what, ...(data === undefined ? {} : { data }) })
  }

  add(entry: TimelineEntry): void {
    this.#entries.push(entry)
    if (this.#entries.length > 2 * mostEntries) this.#entries = this.#entries.slice(-mostEntries)
  }

  /** Returns the entries that touch a span of time, oldest first. */
  between(fromMs: number, toMs: number): TimelineEntry[] {
    return this.#entries.filter((entry) => entry.atMs <= toMs && (entry.untilMs ?? entry.atMs) >= fromMs)
  }
}

// Enough for the longest check; a shared server that runs for minutes must not fill the memory.
const mostEntries = 20_000
