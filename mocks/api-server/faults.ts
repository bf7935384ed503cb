import { setTimeout as delay } from 'node:timers/promises'
import type { ApiAnswer } from './answers.ts'
import type { ApiServerRequest } from './request.ts'
import type { ConnectionFault } from './connection-fault.ts'
import { matchesRequest, type Matching } from './matching.ts'
import { Refusal } from './model/refusal.ts'
import type { Reply } from './response.ts'

/** Responds correctly. */
export const honestly: ApiAnswer = (honest) => honest

/** Rejects the request with a status: `fail(503)`, `fail(429, 'slow down')`. Nothing is stored. */
export function fail(code: number, message = `told to answer ${code}`, reason?: string): ApiAnswer {
  return () => {
    throw new Refusal(code, message, reason)
  }
}

/** Responds with the given document. Nothing is stored. */
export function answer(body: unknown, code = 200): ApiAnswer {
  return () => ({ code, body })
}

/** Accepts the request and never responds. */
export function silence(): ConnectionFault {
  return { fault: 'silence' }
}

/** Resets the connection instead of responding; over HTTP/2 this ends all requests of the connection. */
export function hangUp(): ConnectionFault {
  return { fault: 'hang-up' }
}

/** Processes the request and interrupts the response in the middle. */
export const truncated: ApiAnswer = async (honest) => ({
  fault: 'truncated',
  interruptedResponse: await honest(),
})

/** Responds as if the object had been stored, and stores nothing. */
export const withoutStoring: ApiAnswer = (honest) => () => honest({ store: false })

/** Processes the request, then responds with a fault, as if the correct response had been lost. */
export function afterDoing(fault: ApiAnswer): ApiAnswer {
  return async (honest, request, signal) => {
    await honest()
    return fault(honest, request, signal)
  }
}

/** Changes the document of the correct response. */
export function changed(change: (body: unknown, request: ApiServerRequest) => unknown): ApiAnswer {
  return async (honest, request) => {
    const response: Reply = await honest()
    const body =
      typeof response.body === 'string' && response.body.startsWith('{')
        ? (JSON.parse(response.body) as unknown)
        : response.body
    return { ...response, body: change(body, request) }
  }
}

/** Applies a fault to the first requests only. */
export function times(count: number, fault: ApiAnswer): ApiAnswer {
  let remainingFailures = count
  return (honest, request, signal) => {
    remainingFailures -= 1
    return remainingFailures >= 0 ? fault(honest, request, signal) : honest
  }
}

/** Responds after a delay. */
export function after(ms: number, fault: ApiAnswer = honestly): ApiAnswer {
  return async (honest, request, signal) => {
    // A stopped peer sends no response, so the wait must not keep the process alive.
    await delay(ms, undefined, { signal: signal, ref: false }).catch(() => {})
    return signal.aborted ? silence() : fault(honest, request, signal)
  }
}

/** Responds once an event has happened. */
export function when(event: Promise<unknown>, fault: ApiAnswer = honestly): ApiAnswer {
  return async (honest, request, signal) => {
    await event
    return signal.aborted ? silence() : fault(honest, request, signal)
  }
}

/** Applies a fault to matching requests only; responds to the rest correctly. */
export function where(matching: Matching, fault: ApiAnswer): ApiAnswer {
  return (honest, request, signal) =>
    matchesRequest(request, matching) ? fault(honest, request, signal) : honest
}
