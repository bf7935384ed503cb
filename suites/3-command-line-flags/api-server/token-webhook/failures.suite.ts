import { expect, refuses, rulesOf, says, test } from '#kit'
import { json } from '#mocks/http/index.ts'
import {
  authenticated,
  type TokenReview,
  wrongKind as tokenOfAnotherKind,
} from '#mocks/token-webhook/index.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { failedAnswers, malformedReviews } from '../../../shared/webhooks/failed-calls.ts'
import { expectIdentity, expectUnauthenticated } from '../identity.ts'
import { freshToken, long, user } from './fixture.ts'

const { must } = rulesOf({ overlaps: true })

const knows = authenticated(user)
// A failed call can be retried several times.
const limitMs = 60_000

const reviewsOf = async (token: string) => (await long.host()).webhook(long.name).about(token)
const answers = {
  ...failedAnswers(knows, 'token-webhook-error-status-read-as-answer'),
  ...malformedReviews<TokenReview>(
    {
      withOtherKind: (honest) => tokenOfAnotherKind(knows(honest)),
      mistyped: (honest) => json({ ...honest, status: { authenticated: 'true', user } }),
    },
    { kind: 'token-webhook-answer-kind-unchecked', types: 'token-webhook-answer-types-unchecked' },
  ),
}
must(
  'flag.authentication-token-webhook-config-file.failures',
  { ...flagRow('--authentication-token-webhook-config-file', 'failures'), limitMs },
  () => {
    says('A call of the token webhook that fails, and a response that is no review, identify no user.')
    test('a call that succeeds identifies the user', async () => {
      const token = freshToken()
      ;(await reviewsOf(token)).answer({ review: knows })

      await expectIdentity(await long.server(), { token }, { username: 'alice' })
    }).sees('token-webhook-ignored')

    refuses
      .for(answers)('the token when its call or response %s', async ({ answer }) => {
        const token = freshToken()
        const about = await reviewsOf(token)
        about.answer({ review: answer })

        await expectUnauthenticated(await long.server(), { token })
        expect(about.journal.length, 'calls about the token').toBeGreaterThan(0)
      })
      .sees('token-webhook-failure-lets-in')
  },
)
