import type { ApiServerRequest } from './request.ts'

/**
 * Maximum total size of the bodies in the journal, in bytes. The oldest bodies are dropped first, and their entries
 * stay.
 */
export const maxBodyBytes = 64 * 1024 * 1024
// Maximum number of bodies in the journal, which bounds the list that this class keeps.
const maxBodies = 40_000

/** Keeps the bodies in a journal within bounds. */
export class JournalBodyLimit {
  #kept: ApiServerRequest[] = []
  #first = 0
  #bytes = 0

  add(request: ApiServerRequest): void {
    if (request.bodyBytes === 0) return
    this.#kept.push(request)
    this.#bytes += request.bodyBytes
    while (this.#first < this.#kept.length && this.#isFull) this.#dropOldest()
  }

  get #isFull(): boolean {
    return this.#bytes > maxBodyBytes || this.#kept.length - this.#first > maxBodies
  }

  clear(): void {
    this.#kept = []
    this.#first = 0
    this.#bytes = 0
  }

  #dropOldest(): void {
    const oldestEntry = this.#kept[this.#first]
    this.#first += 1
    if (oldestEntry === undefined) return
    delete oldestEntry.body
    delete oldestEntry.raw
    this.#bytes -= oldestEntry.bodyBytes
    if (this.#first > maxBodies) {
      this.#kept = this.#kept.slice(this.#first)
      this.#first = 0
    }
  }
}
