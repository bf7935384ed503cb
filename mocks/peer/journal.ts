import type { JournalEntry } from '#harness/peer.ts'

// Limits the memory of a benchmark or a forgotten stand-alone peer. No check sends as many requests.
const maxEntries = 20_000

/** Requests to a peer, oldest first. The size is bounded, and the oldest entries are dropped first. */
export class Journal<Entry extends JournalEntry> {
  #entries: Entry[] = []
  readonly #listeners = new Set<(request: Entry) => void>()
  readonly #answerListeners = new Set<(entry: JournalEntry) => void>()

  /** Entries in the order of their arrival. */
  get entries(): readonly Entry[] {
    return this.#entries
  }

  /** Adds an entry and notifies the listeners. */
  record(request: Entry): void {
    this.#entries.push(request)
    if (this.#entries.length > 2 * maxEntries) this.#entries = this.#entries.slice(-maxEntries)
    for (const listener of this.#listeners) listener(request)
  }

  /** Records the response of an entry and notifies the listeners. */
  settle(entry: JournalEntry, answer: string): void {
    entry.answer = answer
    for (const listener of this.#answerListeners) listener(entry)
  }

  /** Calls `listener` for each entry after its response. The returned function unsubscribes. */
  onAnswered(listener: (entry: JournalEntry) => void): () => void {
    this.#answerListeners.add(listener)
    return () => this.#answerListeners.delete(listener)
  }

  /** Clears the journal with a new list, so that a list returned before does not change. */
  clear(): void {
    this.#entries = []
  }

  /** Calls `listener` for each entry on arrival. The returned function unsubscribes. */
  onAsked(listener: (request: Entry) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
