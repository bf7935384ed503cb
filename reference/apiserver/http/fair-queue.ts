interface QueuedRequest {
  readonly let: () => void
  readonly signal: AbortSignal
}

/** Queue for limited seats in which users take turns, regardless of their number of requests. */
export class FairQueue {
  readonly #hasSeat: (taken: number) => boolean
  /** Waiting requests by user. After its turn, a user moves to the end. */
  readonly #waiting = new Map<string, QueuedRequest[]>()
  #taken = 0

  constructor(hasSeat: (taken: number) => boolean) {
    this.#hasSeat = hasSeat
  }

  /** Number of taken seats. */
  get taken(): number {
    return this.#taken
  }

  /** Waits for a seat and returns the function that releases it; undefined if the signal aborts before. */
  enter(user: string, signal: AbortSignal): Promise<(() => void) | undefined> {
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined))
      const letIn = () => {
        this.#taken += 1
        resolve(() => {
          this.#taken -= 1
          this.#admit()
        })
      }
      if (this.#hasSeat(this.#taken)) letIn()
      else this.#waiting.set(user, [...(this.#waiting.get(user) ?? []), { let: letIn, signal }])
    })
  }

  #admit(): void {
    while (this.#waiting.size > 0 && this.#hasSeat(this.#taken)) {
      const next = this.#next()
      if (next !== undefined && !next.signal.aborted) next.let()
    }
  }

  #next(): QueuedRequest | undefined {
    const [first] = this.#waiting
    if (first === undefined) return undefined
    const [user, [next, ...rest]] = first
    this.#waiting.delete(user)
    if (rest.length > 0) this.#waiting.set(user, rest)
    return next
  }
}
