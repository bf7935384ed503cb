import { expect, refuses, rulesOf, says, test } from '#kit'
import { type Answer, json } from '#mocks/http/index.ts'
import {
  authenticated,
  type TokenReview,
  wrongKind as tokenOfAnotherKind,
} from '#mocks/token-webhook/index.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { failedAnswers, malformedReviews } from '../../../shared/webhooks/failed-calls.ts'
import { expectIdentity, expectUnauthenticated } from '../identity.ts'
import { createFreshToken, longTtlFixture, user } from './fixture.ts'

const { must } = rulesOf({ overlaps: true })

const authenticatedReview = authenticated(user)
// Long enough for several retries of a failed call.
const limitMs = 60_000

const reviewsOf = async (token: string) =>
  (await longTtlFixture.host()).webhook(longTtlFixture.name).about(token)
const failedResponses = failedAnswers(authenticatedReview, 'token-webhook-error-status-read-as-answer')
const malformedResponses = malformedReviews<TokenReview>(
  {
    withOtherKind: (honest) => tokenOfAnotherKind(authenticatedReview(honest)),
    mistyped: (honest) => json({ ...honest, status: { authenticated: 'true', user } }),
  },
  { kind: 'token-webhook-answer-kind-unchecked', types: 'token-webhook-answer-types-unchecked' },
)
must(
  'flag.authentication-token-webhook-config-file.failures',
  { ...flagRow('--authentication-token-webhook-config-file', 'failures'), limitMs },
  () => {
    says('A call of the token webhook that fails, and a response that is no review, identify no user.')
    test(
      {
        title: 'the response to a successful call identifies the user',
        id: 'a call that succeeds identifies the user',
      },
      async () => {
        const token = createFreshToken()
        ;(await reviewsOf(token)).answer({ review: authenticatedReview })

        await expectIdentity(await longTtlFixture.server(), { token }, { username: 'alice' })
      },
    ).sees('token-webhook-ignored')

    const expectRefusedAfter = async (answer: Answer<TokenReview>): Promise<void> => {
      const token = createFreshToken()
      const reviews = await reviewsOf(token)
      reviews.answer({ review: answer })

      await expectUnauthenticated(await longTtlFixture.server(), { token })
      expect(reviews.journal.length, 'calls about the token').toBeGreaterThan(0)
    }

    refuses
      .for(failedResponses)(
        { title: 'a token when the call about it %s', id: 'the token when its call or response %s' },
        ({ answer }) => expectRefusedAfter(answer),
      )
      .sees('token-webhook-failure-lets-in')

    refuses
      .for(malformedResponses)(
        { title: 'a token when the response about it %s', id: 'the token when its call or response %s' },
        ({ answer }) => expectRefusedAfter(answer),
      )
      .sees('token-webhook-failure-lets-in')
  },
)
