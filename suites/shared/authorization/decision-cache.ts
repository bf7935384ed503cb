import { untilConclusive, expect, assertNotLate, nowMs, untilMoment } from '#kit'
import type { SubjectAccessReview } from '#mocks/webhook-authorizer/index.ts'
import type { Answer } from '#mocks/http/index.ts'
import type { JudgedCaller } from './judged-caller.ts'

// Allows for an implementation that checks its cache periodically, on a busy machine.
const slackMs = 500
// Share of the cache time after which a request must still be cached, with a margin for a busy machine.
const maxShareOfTtl = 0.6

/**
 * Expects that a decision is cached for exactly its cache time, even if it is used often or the webhook would respond
 * differently. The webhook counts its calls.
 * @param createCaller returns a caller whose webhook gives the first decision
 * @param nextAnswer response of the webhook after that decision
 */
export async function expectKept(
  createCaller: () => Promise<JudgedCaller>,
  nextAnswer: Answer<SubjectAccessReview>,
  ttlMs: number,
): Promise<void> {
  await untilConclusive(async () => expectCachedOnce(await createCaller(), nextAnswer, ttlMs))
}

/**
 * Expects that a decision is still cached some time later, even if the webhook would respond differently; `ttlMs` is
 * the cache time.
 */
export async function expectStillCached(
  createCaller: () => Promise<JudgedCaller>,
  nextAnswer: Answer<SubjectAccessReview>,
  { ttlMs, afterMs }: { readonly ttlMs: number; readonly afterMs: number },
): Promise<void> {
  await untilConclusive(async () => {
    const judgedRequest = await createCaller()
    const fromMs = nowMs()
    const firstOutcome = await judgedRequest.outcome()
    expect(firstOutcome.calls, 'the calls for the first request').toBe(1)

    judgedRequest.setAnswer(nextAnswer)
    await untilMoment(nowMs() + afterMs, 'part of the cache time has passed')
    const outcomeWithinTtl = await judgedRequest.outcome()
    assertNotLate(fromMs + ttlMs, 'The request within the cache time')
    expect(outcomeWithinTtl, 'within the cache time').toMatchObject({
      decision: firstOutcome.decision,
      calls: 0,
    })
  })
}

async function expectCachedOnce(
  caller: JudgedCaller,
  nextAnswer: Answer<SubjectAccessReview>,
  ttlMs: number,
): Promise<void> {
  const fromMs = nowMs()
  const firstOutcome = await caller.outcome()
  const keptMs = nowMs()
  expect(firstOutcome.calls, 'the calls for the first request').toBe(1)

  caller.setAnswer(nextAnswer)
  await untilMoment(keptMs + ttlMs * maxShareOfTtl, 'most of the cache time has passed')
  const usedMs = nowMs()
  const secondOutcome = await caller.outcome()
  assertNotLate(fromMs + ttlMs, 'The request within the cache time')
  expect({ ...secondOutcome, passedOn: false }, 'within the cache time').toEqual({
    ...firstOutcome,
    calls: 0,
    passedOn: false,
  })

  await untilMoment(keptMs + ttlMs + slackMs, 'the cache time has passed')
  const lateOutcome = await caller.outcome()
  assertNotLate(usedMs + ttlMs, 'The request after the cache time')
  expect(lateOutcome.calls, 'the calls after the cache time').toBe(1)
  expect(lateOutcome.decision, 'the decision after the cache time').not.toBe(firstOutcome.decision)
  const nextOutcome = await caller.outcome()
  expect({ ...nextOutcome, passedOn: false }, 'the next request').toEqual({
    ...lateOutcome,
    calls: 0,
    passedOn: false,
  })
}
