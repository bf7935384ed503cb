import type { ApiAsked } from './asked.ts'
import type { Fault } from './faults.ts'
import { Refusal } from './model/refusal.ts'
import type { ReviewStatus } from './requests/reviews.ts'
import type { WatchEvent } from './requests/watch.ts'
import type { Deed, Said } from './said.ts'

/**
 * Decides over an answer. The honest one is a deed: nothing is read or stored until it is called, so a lie can come
 * before it, instead of it or after it. May give another deed, or the answer itself; a `Refusal` that it throws is
 * answered as a `Status`. The signal aborts when the client has left or the peer stops.
 */
export type ApiAnswer = (
  honest: Deed,
  asked: ApiAsked,
  gone: AbortSignal,
) => Deed | Said | Fault | Promise<Deed | Said | Fault>

/** The status of a review, made of the honest one. */
export type ReviewAnswer = (honest: ReviewStatus, asked: ApiAsked) => ReviewStatus | Promise<ReviewStatus>

/** What the server can be told to answer otherwise. */
export interface ApiAnswers {
  /** Every request that no rule of `on` takes. */
  readonly request: ApiAnswer
  /** The status of each TokenReview. */
  readonly tokenReview: ReviewAnswer
  /** The status of each SubjectAccessReview, of all three sorts. */
  readonly subjectAccessReview: ReviewAnswer
  /** Each event that a watch sends; `undefined` keeps it from the watch. */
  readonly event: (honest: WatchEvent, asked: ApiAsked) => WatchEvent | undefined
}

export const answerNames = [
  'request',
  'tokenReview',
  'subjectAccessReview',
  'event',
] as const satisfies readonly (keyof ApiAnswers)[]

/** The answer that was decided on, or the honest one; what is thrown as a `Refusal` becomes its status. */
export async function decide(
  told: ApiAnswer | undefined,
  honest: Deed,
  asked: ApiAsked,
  gone: () => AbortSignal,
): Promise<Said | Fault> {
  try {
    if (told === undefined) return await honest()
    const decided = await told(honest, asked, gone())
    return typeof decided === 'function' ? await decided() : decided
  } catch (thrown) {
    if (thrown instanceof Refusal) return refused(thrown)
    throw thrown
  }
}

/** A refusal as an answer. */
export function refused(refusal: Refusal): Said {
  const seconds = refusal.details?.retryAfterSeconds
  return {
    code: refusal.code,
    body: refusal.status,
    ...(seconds !== undefined && { headers: { 'retry-after': String(seconds) } }),
  }
}
