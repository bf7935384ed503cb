import { currentCheck, expect, refuses, rulesOf, says, test } from '#kit'
import { type Answer, json, malformed } from '#mocks/http/index.ts'
import {
  allow,
  allowAndDeny,
  deny,
  evaluationError,
  type SubjectAccessReview,
  wrongKind,
} from '#mocks/webhook-authorizer/index.ts'
import { malformedReviews } from '../../shared/webhooks/failed-calls.ts'
import { chainOf } from './authorizers.ts'

const { must, unspecified } = rulesOf({ document: 1, section: 'AuthorizationConfiguration' })

const authorizers = chainOf('malformed', {
  denying: {},
  passing: { fields: () => ({ failurePolicy: currentCheck().open('failurePolicy.noOpinion') }) },
})

const malformedResponses = malformedReviews<SubjectAccessReview>({
  withOtherKind: (honest) => wrongKind(allow()(honest)),
  mistyped: (honest) => json({ ...honest, status: { allowed: 'true' } }),
})

must('authz.webhook.failure-policy.malformed-denied', 'failurePolicy', () => {
  says('When the answer is malformed, the denying failurePolicy refuses, whatever comes next.')
  test(
    { title: 'a well-formed response decides about the request', id: 'a well-formed answer decides' },
    async () => {
      const judgedCaller = await authorizers.caller('denying', { answer: allow(), nextAnswer: deny() })

      expect(await judgedCaller.outcome()).toEqual({ decision: 'allowed', calls: 1, passedOn: false })
    },
  ).sees('later-denial-beats-allow')

  refuses
    .for(malformedResponses)(
      { title: 'a request when the response %s', id: 'when the answer %s' },
      async ({ answer }) => {
        const judgedCaller = await authorizers.caller('denying', { answer, nextAnswer: allow() })

        expect(await judgedCaller.outcome()).toMatchObject({ decision: 'refused', passedOn: false })
        judgedCaller.requireRequest()
      },
    )
    .sees('malformed-answer-policy-inverted')
})

must('authz.webhook.failure-policy.malformed-passed-on', 'failurePolicy', () => {
  says('When the answer is malformed, the failurePolicy of no opinion leaves it to the next authorizer.')
  test
    .for(malformedResponses)(
      {
        title: 'the next authorizer decides when the response %s',
        id: 'the next authorizer decides when the answer %s',
      },
      async ({ answer }) => {
        const judgedCaller = await authorizers.caller('passing', { answer, nextAnswer: allow() })

        expect(await judgedCaller.outcome()).toMatchObject({ decision: 'allowed', passedOn: true })
        judgedCaller.requireRequest()
      },
    )
    .sees('malformed-answer-policy-inverted')
})

unspecified(
  'authz.webhook.contradictory-answer',
  { section: 'Errors', row: 'Status codes and response bodies', aspect: 'of authorization' },
  () => {
    says('Unspecified: the result of a response that both allows and denies, or that reports an error.')
    const oddResponses = {
      'that allows and denies': allowAndDeny,
      'that reports an error only': evaluationError('the policy store is away'),
      'without apiVersion and kind': ({ spec }: SubjectAccessReview) =>
        json({ spec, status: { allowed: true } }),
      'without a status': (honest: SubjectAccessReview) => ({ ...honest, status: undefined }) as never,
    }

    test.for<Answer<SubjectAccessReview>>(oddResponses)(
      { title: 'records the decision after a response %s', id: 'an answer %s is recorded' },
      async (answer, check) => {
        for (const policy of ['denying', 'passing'] as const) {
          const judgedCaller = await authorizers.caller(policy, { answer, nextAnswer: allow() })
          check.observe(`with the ${policy} policy`, await judgedCaller.outcome())
        }
      },
    )
  },
)

unspecified(
  'authz.refusal-status',
  { section: 'Errors', row: 'Status codes and response bodies', aspect: 'of authorization' },
  () => {
    says('Unspecified: status codes and response bodies of refusals.')
    test(
      {
        title: 'records the responses to refused callers',
        id: 'the answers to refused callers are recorded',
      },
      async (check) => {
        const undecidedCaller = await authorizers.caller('denying', { answer: evaluationError('an error') })
        const failedCaller = await authorizers.caller('denying', { answer: malformed })
        for (const [what, caller] of Object.entries({ undecided: undecidedCaller, failed: failedCaller })) {
          const { status: code, headers, body } = await caller.caller.send()
          check.observe(what, { code, type: headers['content-type'], body: body.slice(0, 200) })
        }
      },
    )
  },
)
