import { setTimeout as pause } from 'node:timers/promises'
import type { Transport } from '../../serving/request.ts'

/** Running request. */
export interface ActiveRequest {
  /** True for a watch, which is a long-running request. */
  readonly isWatch: boolean
  readonly transport: Transport
  /** Cuts the connection of the request. */
  cut(): void
  /** Cuts the connection of the request, and continues its work as if the client still waited. */
  orphan(): void
}

/** Running requests. */
export class ActiveRequests {
  readonly #inside = new Set<ActiveRequest>()
  readonly #waiting = new Set<() => void>()

  /** Records the arrival of a request. The returned function records its end, with or without a response. */
  enter(visitor: ActiveRequest): () => void {
    this.#inside.add(visitor)
    return () => {
      this.#inside.delete(visitor)
      for (const check of this.#waiting) check()
    }
  }

  get requests(): readonly ActiveRequest[] {
    return [...this.#inside].filter(({ isWatch }) => !isWatch)
  }

  /** Returns the present requests that still run after `ms` milliseconds. */
  async slowRequests(ms: number): Promise<readonly ActiveRequest[]> {
    const { requests } = this
    await pause(ms)
    return requests.filter((request) => this.#inside.has(request))
  }

  get watches(): readonly ActiveRequest[] {
    return [...this.#inside].filter(({ isWatch }) => isWatch)
  }

  /** Resolves when no request, or no watch, is running, or when the signal aborts. */
  none(which: 'requests' | 'watches', signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (this[which].length > 0 && signal?.aborted !== true) return
        this.#waiting.delete(check)
        signal?.removeEventListener('abort', check)
        resolve()
      }
      this.#waiting.add(check)
      signal?.addEventListener('abort', check)
      check()
    })
  }
}
