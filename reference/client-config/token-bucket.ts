import { setTimeout as pause } from 'node:timers/promises'

/** Limits calls to a rate, and permits a burst after an idle time. */
export class TokenBucket {
  readonly #perSecond: number
  readonly #maxTokens: number
  #tokens: number
  #filledAtMs = performance.now()
  #lastTake: Promise<void> = Promise.resolve()

  /** @param perSecond calls per second; no limit if it is not positive */
  constructor(perSecond: number, burst: number) {
    this.#perSecond = perSecond
    this.#maxTokens = Math.max(1, burst)
    this.#tokens = this.#maxTokens
  }

  /** Resolves when a call may be sent. Calls are resolved in the order in which they were made. */
  take(): Promise<void> {
    if (this.#perSecond <= 0) return Promise.resolve()
    this.#lastTake = this.#lastTake.then(() => this.#next())
    return this.#lastTake
  }

  async #next(): Promise<void> {
    this.#fill()
    if (this.#tokens < 1) {
      await pause(((1 - this.#tokens) / this.#perSecond) * 1000)
      this.#fill()
    }
    this.#tokens -= 1
  }

  #fill(): void {
    const nowMs = performance.now()
    const refilledTokens = ((nowMs - this.#filledAtMs) / 1000) * this.#perSecond
    this.#tokens = Math.min(this.#maxTokens, this.#tokens + refilledTokens)
    this.#filledAtMs = nowMs
  }
}
