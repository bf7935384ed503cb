import type { ApiAnswer } from './answers.ts'
import type { ApiAsked } from './asked.ts'
import { honestly, silence } from './lies.ts'

/** Requests that wait for a word of the test. */
export interface Hold {
  /** The answer to give to the peer. */
  readonly answer: ApiAnswer
  /** The requests that wait now, oldest first; those whose client has left are not among them. */
  readonly waiting: readonly ApiAsked[]
  /** The most that have waited at one moment. */
  readonly mostAtOnce: number
  /** How many have come, waiting or not. */
  readonly taken: number
  /** Lets the oldest go; without a count all that wait and all that are to come. */
  release(count?: number): void
}

/** Holds every request until it is released, then answers it with `then` (default: honestly). */
export function hold(then: ApiAnswer = honestly): Hold {
  let waiting: { readonly asked: ApiAsked; readonly go: () => void }[] = []
  let mostAtOnce = 0
  let taken = 0
  let open = false

  const wait = (asked: ApiAsked, gone: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const go = (): void => {
        waiting = waiting.filter((one) => one.go !== go)
        gone.removeEventListener('abort', go)
        resolve()
      }
      waiting.push({ asked, go })
      mostAtOnce = Math.max(mostAtOnce, waiting.length)
      gone.addEventListener('abort', go)
    })

  return {
    answer: async (honest, asked, gone) => {
      taken += 1
      if (!open && !gone.aborted) await wait(asked, gone)
      return gone.aborted ? silence() : then(honest, asked, gone)
    },
    get waiting() {
      return waiting.map(({ asked }) => asked)
    },
    get mostAtOnce() {
      return mostAtOnce
    },
    get taken() {
      return taken
    },
    release: (count) => {
      if (count === undefined) open = true
      for (const { go } of waiting.slice(0, count)) go()
    },
  }
}
