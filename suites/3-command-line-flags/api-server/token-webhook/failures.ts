import { expect } from '#harness/check/expect.ts'
import { refuses, says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { json } from '#mocks/http/index.ts'
import {
  authenticated,
  type TokenReview,
  wrongKind as tokenOfAnotherKind,
} from '#mocks/token-webhook/index.ts'
import { allow, type SubjectAccessReview, wrongKind } from '#mocks/webhook-authorizer/index.ts'
import { flagRow } from '../../../shared/flags/flag-rules.ts'
import { failedAnswers, malformedReviews } from '../../../shared/webhooks/failed-calls.ts'
import type { ModeServer } from '../authorization/mode-server.ts'
import { expectIdentity, expectNobody } from '../identity.ts'
import { freshToken, type TokenWorld, user } from './world.ts'

const { must } = rulesOf({ overlaps: true })

const knows = authenticated(user)
// A failed call can be retried several times.
const limitMs = 60_000

/** Declares the checks of a token whose webhook fails. */
export function tokenWebhookFailures(world: TokenWorld): void {
  const asked = async (token: string) => (await world.host()).webhook(world.name).about(token)
  const answers = {
    ...failedAnswers(knows, 'token-webhook-error-status-read-as-answer'),
    ...malformedReviews<TokenReview>(
      {
        ofAnotherKind: (honest) => tokenOfAnotherKind(knows(honest)),
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
        ;(await asked(token)).answer({ review: knows })

        await expectIdentity(await world.server(), { token }, { username: 'alice' })
      }).sees('token-webhook-ignored')

      refuses
        .for(answers)('the token when its call or response %s', async ({ answer }) => {
          const token = freshToken()
          const about = await asked(token)
          about.answer({ review: answer })

          await expectNobody(await world.server(), { token })
          expect(about.journal.length, 'calls about the token').toBeGreaterThan(0)
        })
        .sees('token-webhook-failure-lets-in')
    },
  )
}

/** Declares the checks of a request whose webhook, the only authorizer, fails. */
export function authorizationWebhookFailures(world: ModeServer): void {
  const answers = {
    ...failedAnswers(allow()),
    ...malformedReviews<SubjectAccessReview>({
      ofAnotherKind: (honest) => wrongKind(allow()(honest)),
      mistyped: (honest) => json({ ...honest, status: { allowed: 'true' } }),
    }),
  }
  must(
    'flag.authorization-webhook-config-file.failures',
    { ...flagRow('--authorization-webhook-config-file', 'failures'), limitMs },
    () => {
      says('A call of the webhook that fails, and a response that is no review, allow nothing.')
      test('a call that succeeds decides', async () => {
        const caller = await world.caller({ answer: allow() })

        expect(await caller.outcome()).toMatchObject({ decision: 'allowed', calls: 1 })
      })

      refuses
        .for(answers)('when its call or response %s', async ({ answer }) => {
          const caller = await world.caller({ answer })

          expect(await caller.outcome()).toMatchObject({ decision: 'refused' })
          caller.mustHaveBeenAsked()
        })
        .sees('undecided-end-allows')
    },
  )
}
