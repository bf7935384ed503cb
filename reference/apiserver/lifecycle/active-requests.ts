import { setTimeout as pause } from 'node:timers/promises'
import type { Transport } from '../../serving/request.ts'

/** Request in progress, with the means to end it. */
export interface ActiveRequest {
  /** True for a watch, which is a long-running request. */
  readonly isWatch: boolean
  readonly transport: Transport
  readonly method: string
  /** Cuts the connection of the request. */
  cut(): void
  /** Cuts the connection of the request, and continues its work as if the client still waited. */
  orphan(): void
}

/** Requests in progress, so that a shutdown can wait for them. */
export class ActiveRequests {
  readonly #activeRequests = new Set<ActiveRequest>()
  readonly #checks = new Set<() => void>()

  /** Records the arrival of a request. The returned function records its end, with or without a response. */
  enter(visitor: ActiveRequest): () => void {
    this.#activeRequests.add(visitor)
    return () => {
      this.#activeRequests.delete(visitor)
      for (const check of this.#checks) check()
    }
  }

  get requests(): readonly ActiveRequest[] {
    return [...this.#activeRequests].filter(({ isWatch }) => !isWatch)
  }

  /** Returns the present requests that still run after `ms` milliseconds. */
  async slowRequests(ms: number): Promise<readonly ActiveRequest[]> {
    const { requests } = this
    await pause(ms)
    return requests.filter((request) => this.#activeRequests.has(request))
  }

  get watches(): readonly ActiveRequest[] {
    return [...this.#activeRequests].filter(({ isWatch }) => isWatch)
  }

  /** Resolves when no request, or no watch, is running, or when the signal aborts. */
  none(which: 'requests' | 'watches', signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (this[which].length > 0 && signal?.aborted !== true) return
        this.#checks.delete(check)
        signal?.removeEventListener('abort', check)
        resolve()
      }
      this.#checks.add(check)
      signal?.addEventListener('abort', check)
      check()
    })
  }
}
