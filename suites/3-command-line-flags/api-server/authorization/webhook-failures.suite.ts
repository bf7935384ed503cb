import { expect, refuses, rulesOf, says, test } from '#kit'
import { type Answer, json } from '#mocks/http/index.ts'
import { allow, type SubjectAccessReview, wrongKind } from '#mocks/webhook-authorizer/index.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { failedAnswers, malformedReviews } from '../../../shared/webhooks/failed-calls.ts'
import { v1 } from './webhook-servers.ts'

const { must } = rulesOf({ overlaps: true })

// Long enough for several retries of a failed call.
const limitMs = 60_000

const malformedResponses = malformedReviews<SubjectAccessReview>({
  withOtherKind: (honest) => wrongKind(allow()(honest)),
  mistyped: (honest) => json({ ...honest, status: { allowed: 'true' } }),
})

must(
  'flag.authorization-webhook-config-file.failures',
  { ...flagRow('--authorization-webhook-config-file', 'failures'), limitMs },
  () => {
    says('A call of the webhook that fails, and a response that is no review, allow nothing.')
    test(
      {
        title: 'the response to a successful call decides about the request',
        id: 'a call that succeeds decides',
      },
      async () => {
        const judgedCaller = await v1.caller({ answer: allow() })

        expect(await judgedCaller.outcome()).toMatchObject({ decision: 'allowed', calls: 1 })
      },
    )

    const expectRefusedAfter = async (answer: Answer<SubjectAccessReview>): Promise<void> => {
      const judgedCaller = await v1.caller({ answer })

      expect(await judgedCaller.outcome()).toMatchObject({ decision: 'refused' })
      judgedCaller.requireRequest()
    }

    refuses
      .for(failedAnswers(allow()))(
        { title: 'a request when the call %s', id: 'when its call or response %s' },
        ({ answer }) => expectRefusedAfter(answer),
      )
      .sees('undecided-end-allows')

    refuses
      .for(malformedResponses)(
        { title: 'a request when the response %s', id: 'when its call or response %s' },
        ({ answer }) => expectRefusedAfter(answer),
      )
      .sees('undecided-end-allows')
  },
)
