import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { after, silence } from '#mocks/serving/index.ts'
import { allow } from '#mocks/webhook-authorizer/index.ts'
import { chainSubject } from '../../fixtures/authorizers.ts'

// Between the two limits, with room for a busy machine on both sides.
const slowMs = 2_000
const quickMs = 300

/** How long a webhook may take. */
export const timeout = chainSubject(
  { second: { fields: () => ({ timeout: '1s' }) }, 'three-seconds': { fields: () => ({ timeout: '3s' }) } },
  (chain) => {
    rule(
      {
        id: 'authz.webhook.timeout',
        level: 'MUST',
        says: 'A call that takes longer than timeout has failed; an answer within it counts.',
        source: { document: 1, section: 'AuthorizationConfiguration', row: 'WebhookConfiguration.timeout' },
        overlaps: true,
        faults: {
          'webhook-timeout-ignored': [
            'refuses what is only allowed after the timeout',
            'refuses what is never answered',
          ],
          'webhook-timeout-halved-above-one-second': [
            'an answer counts that comes late, but within a longer timeout',
          ],
        },
      },
      () => {
        test('an answer counts that comes late, but within the timeout', async () => {
          const caller = await chain.caller('second', { answer: after(quickMs, allow()) })

          expect(await caller.outcome()).toMatchObject({ decision: 'allowed', calls: 1 })
        })

        test('an answer counts that comes late, but within a longer timeout', async () => {
          const caller = await chain.caller('three-seconds', { answer: after(slowMs, allow()) })

          expect(await caller.outcome()).toMatchObject({ decision: 'allowed', calls: 1 })
        })

        test('refuses what is only allowed after the timeout', async () => {
          const caller = await chain.caller('second', { answer: after(slowMs, allow()) })

          expect(await caller.outcome()).toMatchObject({ decision: 'refused' })
          expect(caller.asked().length).toBeGreaterThan(0)
        })

        test('refuses what is never answered', async () => {
          const caller = await chain.caller('second', { answer: silence })

          expect(await caller.outcome()).toMatchObject({ decision: 'refused' })
          expect(caller.asked().length).toBeGreaterThan(0)
        })
      },
    )
  },
)
