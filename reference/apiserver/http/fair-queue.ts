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
      const admitRequest = () => {
        this.#taken += 1
        resolve(() => {
          this.#taken -= 1
          this.#admit()
        })
      }
      if (this.#hasSeat(this.#taken)) admitRequest()
      else this.#waiting.set(user, [...(this.#waiting.get(user) ?? []), { let: admitRequest, signal }])
    })
  }

  #admit(): void {
    while (this.#waiting.size > 0 && this.#hasSeat(this.#taken)) {
      const nextRequest = this.#next()
      if (nextRequest !== undefined && !nextRequest.signal.aborted) nextRequest.let()
    }
  }

  #next(): QueuedRequest | undefined {
    const [firstQueue] = this.#waiting
    if (firstQueue === undefined) return undefined
    const [user, [nextRequest, ...laterRequests]] = firstQueue
    this.#waiting.delete(user)
    if (laterRequests.length > 0) this.#waiting.set(user, laterRequests)
    return nextRequest
  }
}
