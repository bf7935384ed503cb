import type { ApiAnswer } from './answers.ts'
import type { ApiServerRequest } from './request.ts'
import { honestly, silence } from './faults.ts'

/** Requests that wait until the test releases them. */
export interface Hold {
  /** The response function for the peer. */
  readonly answer: ApiAnswer
  /** Requests on hold, oldest first, without those whose client has left. */
  readonly waiting: readonly ApiServerRequest[]
  /** Highest number of requests on hold at once. */
  readonly mostAtOnce: number
  /** Number of received requests, including released requests. */
  readonly taken: number
  /** Releases the `count` oldest requests. Without a count, releases all requests and holds no later requests. */
  release(count?: number): void
}

/** Holds every request until it is released, then responds with `then` (default: correctly). */
export function hold(then: ApiAnswer = honestly): Hold {
  let heldRequests: { readonly request: ApiServerRequest; readonly resume: () => void }[] = []
  let maxHeld = 0
  let receivedCount = 0
  let isReleased = false

  const holdRequest = (request: ApiServerRequest, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const resume = (): void => {
        heldRequests = heldRequests.filter((candidate) => candidate.resume !== resume)
        signal.removeEventListener('abort', resume)
        resolve()
      }
      heldRequests.push({ request, resume })
      maxHeld = Math.max(maxHeld, heldRequests.length)
      signal.addEventListener('abort', resume)
    })

  return {
    answer: async (honest, request, signal) => {
      receivedCount += 1
      if (!isReleased && !signal.aborted) await holdRequest(request, signal)
      return signal.aborted ? silence() : then(honest, request, signal)
    },
    get waiting() {
      return heldRequests.map(({ request }) => request)
    },
    get mostAtOnce() {
      return maxHeld
    },
    get taken() {
      return receivedCount
    },
    release: (count) => {
      if (count === undefined) isReleased = true
      for (const { resume } of heldRequests.slice(0, count)) resume()
    },
  }
}
