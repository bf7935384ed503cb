interface QueuedRequest {
  readonly let: () => void
  readonly signal: AbortSignal
}

/** Queue for limited seats in which users take turns, regardless of their number of requests. */
export class FairQueue {
  readonly #hasSeat: (taken: number) => boolean
  /** Waiting requests by user. A user whose request gets a seat moves to the end. */
  readonly #waitingRequests = new Map<string, QueuedRequest[]>()
  #takenSeats = 0

  constructor(hasSeat: (taken: number) => boolean) {
    this.#hasSeat = hasSeat
  }

  /** Number of taken seats. */
  get taken(): number {
    return this.#takenSeats
  }

  /** Waits for a seat and returns the function that releases it; undefined if the signal aborts before. */
  enter(user: string, signal: AbortSignal): Promise<(() => void) | undefined> {
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined))
      const admitRequest = () => {
        this.#takenSeats += 1
        resolve(() => {
          this.#takenSeats -= 1
          this.#admit()
        })
      }
      if (this.#hasSeat(this.#takenSeats)) admitRequest()
      else
        this.#waitingRequests.set(user, [
          ...(this.#waitingRequests.get(user) ?? []),
          { let: admitRequest, signal },
        ])
    })
  }

  #admit(): void {
    while (this.#waitingRequests.size > 0 && this.#hasSeat(this.#takenSeats)) {
      const nextRequest = this.#next()
      if (nextRequest !== undefined && !nextRequest.signal.aborted) nextRequest.let()
    }
  }

  #next(): QueuedRequest | undefined {
    const [firstQueue] = this.#waitingRequests
    if (firstQueue === undefined) return undefined
    const [user, [nextRequest, ...laterRequests]] = firstQueue
    this.#waitingRequests.delete(user)
    if (laterRequests.length > 0) this.#waitingRequests.set(user, laterRequests)
    return nextRequest
  }
}
