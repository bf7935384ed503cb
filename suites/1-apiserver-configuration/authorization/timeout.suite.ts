import {
  untilConclusive,
  expect,
  assertNotLate,
  JitterCanary,
  nowMs,
  assertQuietSince,
  refuses,
  rulesOf,
  says,
  test,
} from '#kit'
import { type Answer, after, silence } from '#mocks/http/index.ts'
import { allow, type SubjectAccessReview } from '#mocks/webhook-authorizer/index.ts'
import { type AuthorizerChain, chainOf } from './authorizers.ts'

const { must } = rulesOf({ document: 1, section: 'AuthorizationConfiguration', overlaps: true, waits: true })

const limitsMs = { brief: 300, short: 2_000, long: 6_000 } as const
// Delay between the short and the long limit, with a margin for a busy machine on both sides.
const slowMs = 3_500
const quickMs = 300
// Delay above the brief limit, but below one second, to detect a server that rounds the limit up to seconds.
const shortDelayMs = 650
const maxDelayMs = { brief: 300, short: 1_000 } as const
// Long enough for any server that responds, far beyond every limit.
const clientTimeoutMs = 20_000

const authorizers = chainOf('timeout', {
  brief: { fields: () => ({ timeout: `${limitsMs.brief}ms` }) },
  short: { fields: () => ({ timeout: `${limitsMs.short}ms` }) },
  long: { fields: () => ({ timeout: `${limitsMs.long}ms` }) },
})

must('authz.webhook.timeout', 'timeout', () => {
  says('A call that takes longer than timeout has failed; an answer within it counts.')
  test(
    {
      title: 'a late response within the timeout decides about the request',
      id: 'an answer counts that comes late, but within the timeout',
    },
    async () => {
      await untilConclusive(() => expectWithinLimit(authorizers, 'short', quickMs))
    },
  ).sees('webhook-timeout-in-tenths')

  test(
    {
      title: 'a late response within a longer timeout decides about the request',
      id: 'an answer counts that comes late, but within a longer timeout',
    },
    async () => {
      await untilConclusive(() => expectWithinLimit(authorizers, 'long', slowMs))
    },
  ).sees('webhook-timeout-halved')

  test(
    {
      title: 'a response within a timeout of less than a second decides about the request',
      id: 'an answer counts that comes within a timeout of less than a second',
    },
    async () => {
      await untilConclusive(() => expectWithinLimit(authorizers, 'brief', 0))
    },
  ).sees('webhook-timeout-below-a-second-fails')

  refuses(
    {
      title: 'a request that the webhook allows after the timeout',
      id: 'what is only allowed after the timeout',
    },
    async () => {
      await untilConclusive(() => expectTimeout(authorizers, 'short', after(slowMs, allow())))
    },
  ).sees('webhook-timeout-ignored')

  refuses(
    {
      title: 'a request that the webhook allows after a timeout of less than a second',
      id: 'what is only allowed after a timeout of less than a second',
    },
    async () => {
      await untilConclusive(() => expectTimeout(authorizers, 'brief', after(shortDelayMs, allow())))
    },
  ).sees('webhook-timeout-rounded-up-to-seconds')

  refuses(
    { title: 'a request to which the webhook never responds', id: 'what is never answered' },
    async () => {
      await untilConclusive(() => expectTimeout(authorizers, 'short', silence))
    },
  ).sees('webhook-timeout-ignored')
})

/**
 * Expects that a delayed response is used. A refusal proves nothing if the machine itself took longer than the limit.
 */
async function expectWithinLimit(
  chain: AuthorizerChain<keyof typeof limitsMs>,
  limit: keyof typeof limitsMs,
  answerMs: number,
): Promise<void> {
  const judgedCaller = await chain.caller(limit, { answer: after(answerMs, allow()) })
  const fromMs = nowMs()
  const outcome = await judgedCaller.outcome()
  if (outcome.decision === 'refused') assertNotLate(fromMs + limitsMs[limit], 'The call and its answer')
  expect(outcome).toMatchObject({ decision: 'allowed', calls: 1 })
}

/** Expects that a response after the limit, if any, is not used. */
async function expectTimeout(
  chain: AuthorizerChain<keyof typeof limitsMs>,
  limit: keyof typeof maxDelayMs,
  answer: Answer<SubjectAccessReview>,
): Promise<void> {
  using canary = new JitterCanary((await chain.server()).processId)
  const fromMs = nowMs()
  const judgedCaller = await chain.caller(limit, { answer })
  const outcome = await judgedCaller.outcome(undefined, clientTimeoutMs)
  // A busy machine may not even have connected within the limit.
  judgedCaller.requireRequest('inconclusive')
  // A stalled process receives the end of the limit and the response at the same time when it resumes.
  if (outcome.decision !== 'refused') assertQuietSince(fromMs, canary, maxDelayMs[limit])
  expect(outcome).toMatchObject({ decision: 'refused' })
}
