import type { ApiAnswer } from './answers.ts'
import type { ApiServerRequest } from './request.ts'
import { honestly, silence } from './faults.ts'

/** Requests that wait until the test releases them. */
export interface Hold {
  /** The response function for the peer. */
  readonly answer: ApiAnswer
  /** Requests on hold, oldest first, without those whose client has left. */
  readonly waiting: readonly ApiServerRequest[]
  /** Highest number of requests that waited at one moment. */
  readonly mostAtOnce: number
  /** Number of requests received, waiting or not. */
  readonly taken: number
  /** Releases the oldest requests of this number. Without one, releases all requests and holds no later ones. */
  release(count?: number): void
}

/** Holds every request until it is released, then responds with `then` (default: correctly). */
export function hold(then: ApiAnswer = honestly): Hold {
  let waiting: { readonly asked: ApiServerRequest; readonly go: () => void }[] = []
  let mostAtOnce = 0
  let taken = 0
  let open = false

  const wait = (request: ApiServerRequest, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const go = (): void => {
        waiting = waiting.filter((one) => one.go !== go)
        signal.removeEventListener('abort', go)
        resolve()
      }
      waiting.push({ asked: request, go })
      mostAtOnce = Math.max(mostAtOnce, waiting.length)
      signal.addEventListener('abort', go)
    })

  return {
    answer: async (honest, request, signal) => {
      taken += 1
      if (!open && !signal.aborted) await wait(request, signal)
      return signal.aborted ? silence() : then(honest, request, signal)
    },
    get waiting() {
      return waiting.map(({ asked: request }) => request)
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
