import { inject } from 'vitest'
import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { nowMs } from '#harness/clock.ts'
import { allow, deny } from '#mocks/webhook-authorizer/index.ts'
import { sharedAuthorizers } from '../../fixtures/authorization-files.ts'
import { expectKept } from '../../fixtures/decision-cache.ts'
import { modeServer } from '../../fixtures/mode-server.ts'
import { untilMoment } from '../../fixtures/moments.ts'
import { flagRow } from '../flag-rules.ts'

const byDefault = modeServer(sharedAuthorizers(), 'by-default', () => ({ '--authorization-mode': 'Webhook' }))
const denyMs = 30_000
// Longer than the other default, and short enough for one check.
const allowAtLeastMs = 45_000

// The help states the defaults in any case; waiting them out is for those who ask for it.
if (inject('settings').thorough) {
  rule(
    {
      id: 'flag.authorization-webhook-cache-unauthorized-ttl.default',
      level: 'MUST',
      says: 'Without the flag, a deny answer is cached for 30 s.',
      source: flagRow('--authorization-webhook-cache-unauthorized-ttl', 'default'),
      overlaps: true,
      faults: {
        'authorization-webhook-default-cache-times-swapped': ['a deny answer counts for 30 s and no longer'],
      },
    },
    () => {
      test('a deny answer counts for 30 s and no longer', async () => {
        await expectKept(() => byDefault.caller({ answer: deny() }), allow(), denyMs)
      })
    },
  )

  rule(
    {
      id: 'flag.authorization-webhook-cache-authorized-ttl.default',
      level: 'MUST',
      says: 'Without the flag, an allow answer is cached for 5 minutes; judged up to 45 s.',
      source: flagRow('--authorization-webhook-cache-authorized-ttl', 'default'),
      overlaps: true,
      faults: {
        'authorization-webhook-default-cache-times-swapped': ['an allow answer still counts after 45 s'],
      },
    },
    () => {
      test('an allow answer still counts after 45 s', async () => {
        const caller = await byDefault.caller({ answer: allow() })
        expect(await caller.outcome()).toMatchObject({ decision: 'allowed', calls: 1 })
        caller.answers(deny())
        await untilMoment(nowMs() + allowAtLeastMs, 'most default cache times have passed')

        expect(await caller.outcome()).toMatchObject({ decision: 'allowed', calls: 0 })
      })
    },
  )
}
