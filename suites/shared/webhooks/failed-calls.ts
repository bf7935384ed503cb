import { type NamedCases, formerly, seeing } from '#kit'
import { type Answer, garbage, hangUp, json, malformed, status, truncated } from '#mocks/http/index.ts'
import type { Review } from '#mocks/webhook/index.ts'

/** Response of a webhook that fails its call. */
export interface FailedAnswer<R extends Review> {
  readonly answer: Answer<R>
}

/** Returns responses that fail a call; `granting` is the honest response that would accept a caller. */
export function failedAnswers<R extends Review>(
  granting: (honest: R) => R,
  statusFault = 'webhook-error-status-read-as-answer',
) {
  return {
    'is answered with status 400': formerly('is answered 400', { answer: status(400) }),
    'is answered with status 403': formerly('is answered 403', { answer: status(403) }),
    'is answered with status 403 and a review that allows': formerly(
      'is answered 403 with a review that allows',
      seeing([statusFault], {
        answer: (honest: R) => json(granting(honest), { status: 403 }),
      }),
    ),
    'is answered with status 404': formerly('is answered 404', { answer: status(404) }),
    'is answered with status 500': formerly('is answered 500', { answer: status(500) }),
    'is answered with status 503': formerly('is answered 503', { answer: status(503) }),
    'is cut off': { answer: hangUp },
    'is answered with half a response': formerly('is answered by half', { answer: truncated(granting) }),
    'is answered with bytes that are not HTTP': { answer: garbage },
  } satisfies NamedCases<FailedAnswer<R>>
}

/** Calls that fail without a response. */
export const connections = {
  'finds no listener': formerly('finds nobody listening', 'nowhere'),
  'reaches a server with a certificate of another authority': formerly(
    'meets a certificate of another authority',
    seeing(['client-config-server-not-verified'], 'stranger'),
  ),
  'reaches a server with a certificate for another host': formerly(
    'meets a certificate for another host',
    seeing(['client-config-server-name-ignored'], 'other-host'),
  ),
  'reaches a server with a certificate that has expired': formerly(
    'meets a certificate that has expired',
    seeing(['client-config-server-not-verified'], 'outdated'),
  ),
  'is never answered': seeing(['webhook-timeout-ignored'], 'silence'),
} as const

const signInPage = '<!doctype html><title>Sign in</title><p>Please sign in.</p>'
const respondWithHtml = () => new Response(signInPage, { headers: { 'content-type': 'text/html' } })

/**
 * Returns responses that are not a review; `withOtherKind` and `mistyped` would accept a caller if a server does not
 * validate them.
 */
export function malformedReviews<R extends Review>(
  wrong: Readonly<Record<'withOtherKind' | 'mistyped', Answer<R>>>,
  faults: Readonly<Record<'kind' | 'types', string>> = {
    kind: 'answer-kind-unchecked',
    types: 'answer-types-unchecked',
  },
) {
  return {
    'breaks off': { answer: malformed },
    'is empty': { answer: status(200) },
    'is a web page': { answer: respondWithHtml },
    'is of another kind': seeing([faults.kind], { answer: wrong.withOtherKind }),
    'has allowed as a string': formerly(
      'says allowed as a text',
      seeing([faults.types], { answer: wrong.mistyped }),
    ),
  } satisfies NamedCases<FailedAnswer<R>>
}
