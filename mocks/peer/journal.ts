import type { Seen } from '#harness/peer.ts'

// A benchmark or a forgotten stand-alone peer must not exhaust the memory; no check sends as many requests.
const maxEntries = 20_000

/** Requests to a peer, oldest first. The size is bounded, and the oldest entries are dropped first. */
export class Journal<Asked extends Seen> {
  #entries: Asked[] = []
  readonly #listeners = new Set<(request: Asked) => void>()
  readonly #answerListeners = new Set<(answered: Seen) => void>()

  /** Entries so far. */
  get entries(): readonly Asked[] {
    return this.#entries
  }

  /** Adds an entry and notifies the listeners. */
  record(request: Asked): void {
    this.#entries.push(request)
    if (this.#entries.length > 2 * maxEntries) this.#entries = this.#entries.slice(-maxEntries)
    for (const listener of this.#listeners) listener(request)
  }

  /** Records the response of an entry and notifies the listeners. */
  settle(entry: Seen, answer: string): void {
    entry.answer = answer
    for (const listener of this.#answerListeners) listener(entry)
  }

  /** Calls `listener` for each entry after its response. The returned function unsubscribes. */
  onAnswered(listener: (answered: Seen) => void): () => void {
    this.#answerListeners.add(listener)
    return () => this.#answerListeners.delete(listener)
  }

  /** Starts a new list, so that one returned before does not change. */
  clear(): void {
    this.#entries = []
  }

  /** Calls `listener` for each entry on arrival. The returned function unsubscribes. */
  onAsked(listener: (request: Asked) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
