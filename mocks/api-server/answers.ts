import type { ApiServerRequest } from './request.ts'
import type { ConnectionFault } from './connection-fault.ts'
import { Refusal } from './model/refusal.ts'
import type { ReviewStatus } from './requests/reviews.ts'
import type { WatchEvent } from './requests/watch.ts'
import type { Action, Reply } from './response.ts'

/**
 * Decides the response to a request. The correct response is an action: nothing is read or stored until it is called,
 * so a fault can come before it, instead of it or after it. May return another action, or the response itself; a thrown
 * `Refusal` becomes a `Status` response. The signal aborts when the client has left or the peer stops.
 */
export type ApiAnswer = (
  honest: Action,
  request: ApiServerRequest,
  signal: AbortSignal,
) => Action | Reply | ConnectionFault | Promise<Action | Reply | ConnectionFault>

/** Returns the status of a review, given the correct status. */
export type ReviewAnswer = (
  honest: ReviewStatus,
  request: ApiServerRequest,
) => ReviewStatus | Promise<ReviewStatus>

/** Responses of the server that can be scripted. */
export interface ApiAnswers {
  /** Response to every request that no rule of `on` matches. */
  readonly request: ApiAnswer
  /** Status of each TokenReview. */
  readonly tokenReview: ReviewAnswer
  /** Status of each access review, of all three kinds. */
  readonly subjectAccessReview: ReviewAnswer
  /** Changes each event that a watch sends; `undefined` drops it from the watch. */
  readonly event: (honest: WatchEvent, request: ApiServerRequest) => WatchEvent | undefined
}

export const answerNames = [
  'request',
  'tokenReview',
  'subjectAccessReview',
  'event',
] as const satisfies readonly (keyof ApiAnswers)[]

/** Returns the scripted response, or the correct response; a thrown `Refusal` becomes its status. */
export async function decideResponse(
  override: ApiAnswer | undefined,
  honest: Action,
  request: ApiServerRequest,
  clientSignal: () => AbortSignal,
): Promise<Reply | ConnectionFault> {
  try {
    if (override === undefined) return await honest()
    const overriddenResponse = await override(honest, request, clientSignal())
    return typeof overriddenResponse === 'function' ? await overriddenResponse() : overriddenResponse
  } catch (thrown) {
    if (thrown instanceof Refusal) return refusalResponse(thrown)
    throw thrown
  }
}

/** Returns a refusal as a response. */
export function refusalResponse(refusal: Refusal): Reply {
  const seconds = refusal.details?.retryAfterSeconds
  return {
    code: refusal.code,
    body: refusal.status,
    ...(seconds !== undefined && { headers: { 'retry-after': String(seconds) } }),
  }
}
