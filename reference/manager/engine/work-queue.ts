// Delay before the first retry of a failed key, in milliseconds. The delay doubles with each retry, up to
// `maxRetryMs`.
const firstRetryMs = 50
const maxRetryMs = 5_000

/** Queue of unique keys with the workers that process them. No key is processed twice at the same time. */
export class WorkQueue {
  readonly #work: (key: string) => Promise<void>
  readonly #workers: number
  readonly #waitingKeys = new Set<string>()
  readonly #busyKeys = new Set<string>()
  readonly #timers = new Map<string, { readonly timer: NodeJS.Timeout; readonly atMs: number }>()
  readonly #failures = new Map<string, number>()
  #isOpen = false

  /** @param workers number of keys that are processed at the same time; none when it is not positive */
  constructor(workers: number, work: (key: string) => Promise<void>) {
    this.#workers = workers
    this.#work = work
  }

  /** Starts the workers. */
  open(): void {
    this.#isOpen = true
    this.#startWaiting()
  }

  add(key: string): void {
    this.#waitingKeys.add(key)
    this.#startWaiting()
  }

  /**
   * Adds a key after a delay. The earliest of several delays applies.
   * @param restarts true if the last delay applies, which only a fault uses
   */
  addAfter(key: string, ms: number, restarts = false): void {
    if (ms <= 0) {
      this.add(key)
      return
    }
    const dueMs = performance.now() + ms
    const existingTimer = this.#timers.get(key)
    if (existingTimer !== undefined && existingTimer.atMs <= dueMs && !restarts) return
    clearTimeout(existingTimer?.timer)
    const timer = setTimeout(() => {
      this.#timers.delete(key)
      this.add(key)
    }, ms)
    this.#timers.set(key, { timer, atMs: dueMs })
  }

  #startWaiting(): void {
    if (!this.#isOpen) return
    for (const key of this.#waitingKeys) {
      if (this.#busyKeys.size >= this.#workers) return
      if (this.#busyKeys.has(key)) continue
      this.#waitingKeys.delete(key)
      this.#busyKeys.add(key)
      void this.#process(key)
    }
  }

  async #process(key: string): Promise<void> {
    try {
      await this.#work(key)
      this.#failures.delete(key)
    } catch {
      const failures = this.#failures.get(key) ?? 0
      this.#failures.set(key, failures + 1)
      this.addAfter(key, Math.min(firstRetryMs * 2 ** failures, maxRetryMs))
    }
    this.#busyKeys.delete(key)
    this.#startWaiting()
  }
}
