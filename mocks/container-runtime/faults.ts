import type { Fault } from '../peer/index.ts'
import type { RuntimeAnswers } from './answers.ts'
import type { RuntimeRequest } from './request.ts'

export { after, fail, hangUp, honestly, silence, stall, when, where } from '../grpc/faults.ts'

/** Reports in its status that the runtime (`RuntimeReady`) or its network (`NetworkReady`) is not ready. */
export function notReady(
  type: 'RuntimeReady' | 'NetworkReady',
  reason = 'ToldSo',
  message = `${type} was told to be false`,
): Pick<RuntimeAnswers, 'status'> {
  return {
    status: async (honest) => {
      const answer = await honest()
      const conditions = (answer.status?.conditions ?? []).map((condition) =>
        condition.type === type ? { type, status: false, reason, message } : condition,
      )
      return { ...answer, status: { conditions } }
    },
  }
}

/** Reports an unknown version of the interface. */
export function wrongVersion(version = '9.9.9', runtimeApiVersion = 'v9'): Pick<RuntimeAnswers, 'version'> {
  return { version: async (honest) => ({ ...(await honest()), version, runtimeApiVersion }) }
}

/** Lets every command in a container end with the given result. */
export function commandsEnd(
  exitCode: number,
  { stdout = '', stderr = '' }: { readonly stdout?: string; readonly stderr?: string } = {},
): Pick<RuntimeAnswers, 'execSync'> {
  return {
    execSync: async (honest) => ({
      ...(await honest()),
      exitCode,
      stdout: Buffer.from(stdout),
      stderr: Buffer.from(stderr),
    }),
  }
}

/** Applies a fault to the first requests, then responds correctly: `times(2, fail('UNAVAILABLE'))`. */
export function times(count: number, answer: Fault): Fault {
  let remainingFailures = count
  return (honest) => {
    remainingFailures -= 1
    return remainingFailures >= 0 ? answer(honest) : honest
  }
}

/** Requests that wait until the test releases them, with their counts. */
export interface Hold {
  /** The response function for the peer. */
  readonly answer: <Honest>(honest: Honest, request: RuntimeRequest) => Honest | Promise<Honest>
  /** Number of requests on hold, without those whose callers have left. */
  readonly held: number
  /** Highest number of requests on hold at once. */
  readonly mostHeld: number
  /**
   * Responds to the oldest `count` requests on hold. Without a count, responds to all of them, and to all later
   * requests.
   */
  release(count?: number): void
}

/** Holds every request until it is released. */
export function hold(): Hold {
  let heldRequests: { readonly request: RuntimeRequest; readonly resolve: () => void }[] = []
  let isReleased = false
  let maxHeld = 0
  const pendingRequests = () => heldRequests.filter(({ request }) => request.outcome === undefined)
  return {
    answer: async (honest, request) => {
      if (isReleased) return honest
      await new Promise<void>((resolve) => {
        heldRequests = [...pendingRequests(), { request, resolve }]
        maxHeld = Math.max(maxHeld, heldRequests.length)
      })
      return honest
    },
    get held() {
      return pendingRequests().length
    },
    get mostHeld() {
      return maxHeld
    },
    release: (count) => {
      if (count === undefined) isReleased = true
      const requestsOnHold = pendingRequests()
      const releasedRequests = requestsOnHold.slice(0, count)
      heldRequests = requestsOnHold.slice(releasedRequests.length)
      for (const { resolve } of releasedRequests) resolve()
    },
  }
}
