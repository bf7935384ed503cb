import { expect } from '#harness/check/expect.ts'
import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { nowMs } from '#harness/time.ts'
import { JitterCanary } from '#harness/machine/canary.ts'
import { type Answer, after, silence } from '#mocks/http/index.ts'
import { allow, type SubjectAccessReview } from '#mocks/webhook-authorizer/index.ts'
import { type Chain, chainSubject } from './authorizers.ts'
import { conclusively, inTime, quietSince } from '#harness/observe/doubt.ts'

const { must } = rulesOf({ document: 1, section: 'AuthorizationConfiguration', overlaps: true, waits: true })

const limitsMs = { short: 2_000, long: 6_000 } as const
// Between the two limits, with room for a busy machine on both sides.
const slowMs = 3_500
const quickMs = 300
const mostLateMs = 1_000
// Far beyond every limit, so that a server which decides at all has done so.
const patienceMs = 20_000

/** How long a webhook may take. */
export const timeout = chainSubject(
  {
    short: { fields: () => ({ timeout: `${limitsMs.short}ms` }) },
    long: { fields: () => ({ timeout: `${limitsMs.long}ms` }) },
  },
  (chain) => {
    must('authz.webhook.timeout', 'timeout', () => {
      says('A call that takes longer than timeout has failed; an answer within it counts.')
      test('an answer counts that comes late, but within the timeout', async () => {
        await conclusively(() => expectInTime(chain, 'short', quickMs))
      }).sees('webhook-timeout-in-tenths')

      test('an answer counts that comes late, but within a longer timeout', async () => {
        await conclusively(() => expectInTime(chain, 'long', slowMs))
      }).sees('webhook-timeout-halved')

      test('refuses what is only allowed after the timeout', async () => {
        await conclusively(() => expectTooLate(chain, after(slowMs, allow())))
      }).sees('webhook-timeout-ignored')

      test('refuses what is never answered', async () => {
        await conclusively(() => expectTooLate(chain, silence))
      }).sees('webhook-timeout-ignored')
    })
  },
)

/** An answer that takes a while counts; a refusal proves nothing where the machine itself took longer than the limit. */
async function expectInTime(
  chain: Chain<keyof typeof limitsMs>,
  limit: keyof typeof limitsMs,
  answerMs: number,
): Promise<void> {
  const caller = await chain.caller(limit, { answer: after(answerMs, allow()) })
  const fromMs = nowMs()
  const outcome = await caller.outcome()
  if (outcome.decision === 'refused') inTime(fromMs + limitsMs[limit], 'The call and its answer')
  expect(outcome).toMatchObject({ decision: 'allowed', calls: 1 })
}

/** An answer that comes after the short limit, if ever, does not count. */
async function expectTooLate(
  chain: Chain<keyof typeof limitsMs>,
  answer: Answer<SubjectAccessReview>,
): Promise<void> {
  using canary = new JitterCanary((await chain.server()).processId)
  const fromMs = nowMs()
  const caller = await chain.caller('short', { answer })
  const outcome = await caller.outcome(undefined, patienceMs)
  // A busy machine may not even have connected within the limit.
  caller.mustHaveBeenAsked('inconclusive')
  // Whoever wakes up that late finds the end of the limit and the answer at once.
  if (outcome.decision !== 'refused') quietSince(fromMs, canary, mostLateMs)
  expect(outcome).toMatchObject({ decision: 'refused' })
}
