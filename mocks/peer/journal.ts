import type { Seen } from '#harness/peer.ts'

// A benchmark or a forgotten stand-alone peer must not fill the memory; no check asks this often.
const mostEntries = 20_000

/** What a peer was asked, oldest first; bounded, the oldest entries go first. */
export class Journal<Asked extends Seen> {
  #entries: Asked[] = []
  readonly #listeners = new Set<(asked: Asked) => void>()
  readonly #answerListeners = new Set<(answered: Seen) => void>()

  /** The entries so far. */
  get entries(): readonly Asked[] {
    return this.#entries
  }

  /** Adds an entry and tells those who follow. */
  record(asked: Asked): void {
    this.#entries.push(asked)
    if (this.#entries.length > 2 * mostEntries) this.#entries = this.#entries.slice(-mostEntries)
    for (const listener of this.#listeners) listener(asked)
  }

  /** Notes what became of an entry, and tells those who follow that. */
  settle(entry: Seen, answer: string): void {
    entry.answer = answer
    for (const listener of this.#answerListeners) listener(entry)
  }

  /** Calls back for each entry once it has been answered; the returned function ends that. */
  onAnswered(listener: (answered: Seen) => void): () => void {
    this.#answerListeners.add(listener)
    return () => this.#answerListeners.delete(listener)
  }

  /** Starts a new list, so that one handed out before stays what it was. */
  clear(): void {
    this.#entries = []
  }

  /** Calls back for each entry as it arrives; the returned function ends that. */
  onAsked(listener: (asked: Asked) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
