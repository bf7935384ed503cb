import { expect } from '#harness/check/expect.ts'
import { nowMs } from '#harness/time.ts'
import type { SubjectAccessReview } from '#mocks/webhook-authorizer/index.ts'
import type { Answer } from '#mocks/http/index.ts'
import type { JudgedCaller } from './judged-caller.ts'
import { conclusively, inTime } from '#harness/observe/doubt.ts'
import { untilMoment } from '#harness/machine/until.ts'

// A timer of an implementation that looks at its cache now and then, on a busy machine.
const slackMs = 500
// Late enough to tell cache times apart, and early enough for a busy machine to answer in time.
const mostOfTtl = 0.6

/**
 * A decision counts for its cache time, whatever the webhook would say by then, and no longer, however often it was
 * used; told by the webhook's own count of calls.
 * @param fresh makes a caller whose webhook gives the first decision
 * @param otherwise what the webhook says once that decision is made
 */
export async function expectKept(
  fresh: () => Promise<JudgedCaller>,
  otherwise: Answer<SubjectAccessReview>,
  ttlMs: number,
): Promise<void> {
  await conclusively(async () => expectKeptOnce(await fresh(), otherwise, ttlMs))
}

/** A decision still counts some time later, whatever the webhook would say by then; `ttlMs` is what it may count at most. */
export async function expectStillKept(
  fresh: () => Promise<JudgedCaller>,
  otherwise: Answer<SubjectAccessReview>,
  { ttlMs, afterMs }: { readonly ttlMs: number; readonly afterMs: number },
): Promise<void> {
  await conclusively(async () => {
    const judged = await fresh()
    const fromMs = nowMs()
    const first = await judged.outcome()
    expect(first.calls, 'the calls for the first request').toBe(1)

    judged.answers(otherwise)
    await untilMoment(nowMs() + afterMs, 'part of the cache time has passed')
    const again = await judged.outcome()
    inTime(fromMs + ttlMs, 'The request within the cache time')
    expect(again, 'within the cache time').toMatchObject({ decision: first.decision, calls: 0 })
  })
}

async function expectKeptOnce(
  judged: JudgedCaller,
  otherwise: Answer<SubjectAccessReview>,
  ttlMs: number,
): Promise<void> {
  const fromMs = nowMs()
  const first = await judged.outcome()
  const keptMs = nowMs()
  expect(first.calls, 'the calls for the first request').toBe(1)

  judged.answers(otherwise)
  await untilMoment(keptMs + ttlMs * mostOfTtl, 'most of the cache time has passed')
  const usedMs = nowMs()
  const again = await judged.outcome()
  inTime(fromMs + ttlMs, 'The request within the cache time')
  expect({ ...again, passedOn: false }, 'within the cache time').toEqual({
    ...first,
    calls: 0,
    passedOn: false,
  })

  await untilMoment(keptMs + ttlMs + slackMs, 'the cache time has passed')
  const late = await judged.outcome()
  inTime(usedMs + ttlMs, 'The request after the cache time')
  expect(late.calls, 'the calls after the cache time').toBe(1)
  expect(late.decision, 'the decision after the cache time').not.toBe(first.decision)
}
