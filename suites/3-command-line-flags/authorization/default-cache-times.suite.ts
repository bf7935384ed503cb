import { inject } from 'vitest'
import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { nowMs } from '#harness/clock.ts'
import { allow, deny } from '#mocks/webhook-authorizer/index.ts'
import { sharedAuthorizers } from '../../fixtures/authorization-files.ts'
import { expectKept } from '../../fixtures/decision-cache.ts'
import { modeServer } from '../../fixtures/mode-server.ts'
import { conclusively, inTime, untilMoment } from '../../fixtures/moments.ts'
import { flagRow } from '../flag-rules.ts'

const byDefault = modeServer(sharedAuthorizers(), 'by-default', () => ({ '--authorization-mode': 'Webhook' }))
const { thorough } = inject('settings')
const aWhileMs = 4_000
const denyMs = 30_000
// Longer than the other default, and short enough for one check.
const allowAtLeastMs = 45_000

/** The answers that are kept by default, and what the webhook would say by then. */
const kinds = {
  authorized: { decision: 'an allow', time: '5 minutes', ms: 300_000, answer: allow(), otherwise: deny() },
  unauthorized: { decision: 'a deny', time: '30 s', ms: denyMs, answer: deny(), otherwise: allow() },
} as const

for (const [kind, { decision, time, ms, answer, otherwise }] of Object.entries(kinds)) {
  const titles = {
    aWhile: `${decision} answer still counts after ${aWhileMs / 1_000} s`,
    later: `${decision} answer still counts after ${allowAtLeastMs / 1_000} s`,
    noLonger: `${decision} answer counts for ${time} and no longer`,
  }
  // The help states the default in any case; waiting it out is for those who ask for it.
  const long = !thorough ? [] : kind === 'authorized' ? [titles.later] : [titles.noLonger]
  rule(
    {
      id: `flag.authorization-webhook-cache-${kind}-ttl.default`,
      level: 'MUST',
      says: `Without the flag, ${decision} answer is cached for ${time}; judged up to ${aWhileMs / 1_000} s, or further on demand.`,
      source: flagRow(`--authorization-webhook-cache-${kind}-ttl`, 'default'),
      overlaps: true,
      faults: { [`${kind}-ttl-default-zero`]: [titles.aWhile, ...long] },
    },
    () => {
      const stillCounts = async (afterMs: number): Promise<void> => {
        const caller = await byDefault.caller({ answer })
        const fromMs = nowMs()
        const first = await caller.outcome()
        expect(first.calls, 'the calls for the first request').toBe(1)
        caller.answers(otherwise)
        await untilMoment(nowMs() + afterMs, 'part of the default cache time has passed')

        const again = await caller.outcome()
        inTime(fromMs + ms, 'The request within the cache time')
        expect(again).toMatchObject({ decision: first.decision, calls: 0 })
      }

      test(titles.aWhile, async () => {
        await conclusively(() => stillCounts(aWhileMs))
      })

      if (long.includes(titles.later)) {
        test(titles.later, async () => {
          await conclusively(() => stillCounts(allowAtLeastMs))
        })
      }

      if (long.includes(titles.noLonger)) {
        test(titles.noLonger, async () => {
          await expectKept(() => byDefault.caller({ answer }), otherwise, ms)
        })
      }
    },
  )
}
