import type { ApiServerRequest } from './request.ts'

/**
 * Maximum total size of the bodies in the journal, in bytes. The oldest bodies are dropped first, and their entries
 * stay.
 */
export const maxBodyBytes = 64 * 1024 * 1024
// Maximum number of bodies in the journal, which bounds the list that this class keeps.
const maxBodies = 40_000

/** Drops the oldest bodies of a journal that exceeds `maxBodyBytes` or `maxBodies`. */
export class JournalBodyLimit {
  #requests: ApiServerRequest[] = []
  #firstIndex = 0
  #keptBytes = 0

  add(request: ApiServerRequest): void {
    if (request.bodyBytes === 0) return
    this.#requests.push(request)
    this.#keptBytes += request.bodyBytes
    while (this.#firstIndex < this.#requests.length && this.#isFull) this.#dropOldest()
  }

  get #isFull(): boolean {
    return this.#keptBytes > maxBodyBytes || this.#requests.length - this.#firstIndex > maxBodies
  }

  clear(): void {
    this.#requests = []
    this.#firstIndex = 0
    this.#keptBytes = 0
  }

  #dropOldest(): void {
    const oldestEntry = this.#requests[this.#firstIndex]
    this.#firstIndex += 1
    if (oldestEntry === undefined) return
    delete oldestEntry.body
    delete oldestEntry.raw
    this.#keptBytes -= oldestEntry.bodyBytes
    if (this.#firstIndex > maxBodies) {
      this.#requests = this.#requests.slice(this.#firstIndex)
      this.#firstIndex = 0
    }
  }
}
