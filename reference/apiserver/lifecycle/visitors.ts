import { setTimeout as pause } from 'node:timers/promises'
import type { Transport } from '../../serving/ask.ts'

/** A request under way. */
export interface Visitor {
  /** Watches are the long-running requests. */
  readonly isWatch: boolean
  readonly transport: Transport
  /** Breaks its connection off. */
  cut(): void
  /** Breaks its connection off, and lets the work for it go on as if somebody still waited. */
  orphan(): void
}

/** The requests under way. */
export class Visitors {
  readonly #inside = new Set<Visitor>()
  readonly #waiting = new Set<() => void>()

  /** A request arrives; the function that is given says that it has left, whether answered or gone. */
  enter(visitor: Visitor): () => void {
    this.#inside.add(visitor)
    return () => {
      this.#inside.delete(visitor)
      for (const look of this.#waiting) look()
    }
  }

  get requests(): readonly Visitor[] {
    return [...this.#inside].filter(({ isWatch }) => !isWatch)
  }

  /** Those of the requests that are under way now which still are after some milliseconds. */
  async slowRequests(ms: number): Promise<readonly Visitor[]> {
    const { requests } = this
    await pause(ms)
    return requests.filter((request) => this.#inside.has(request))
  }

  get watches(): readonly Visitor[] {
    return [...this.#inside].filter(({ isWatch }) => isWatch)
  }

  /** Resolves when no such request is under way, or when the signal aborts. */
  none(which: 'requests' | 'watches', signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this[which].length > 0 && signal?.aborted !== true) return
        this.#waiting.delete(look)
        signal?.removeEventListener('abort', look)
        resolve()
      }
      this.#waiting.add(look)
      signal?.addEventListener('abort', look)
      look()
    })
  }
}
