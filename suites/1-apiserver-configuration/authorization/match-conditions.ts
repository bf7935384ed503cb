import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { allow } from '#mocks/webhook-authorizer/index.ts'
import { chainSubject, inGroup, tagged } from '../../fixtures/authorizers.ts'
import { openValue } from '../../fixtures/dialect.ts'

const row = 'WebhookConfiguration.matchConditions'
const source = { document: 1, section: 'AuthorizationConfiguration', row } as const
const most = 64

// All must differ.
const fillers = Array.from({ length: most - 1 }, (_, index) => index)

/** Which requests are sent to a webhook. */
export const matchConditions = chainSubject(
  {
    pair: { conditions: () => [tagged('left'), tagged('right')] },
    most: {
      conditions: () => [
        ...fillers.map((index) => `${openValue('matchCondition.variable')}.user != 'nobody-${index}'`),
        `!(${tagged('barred')})`,
      ],
    },
    v1beta1: {
      fields: () => ({ subjectAccessReviewVersion: 'v1beta1' }),
      conditions: () => [inGroup('crew')],
    },
  },
  (chain) => {
    rule(
      {
        id: 'authz.match-conditions.all-must-hold',
        level: 'MUST',
        says: 'A request is sent to the webhook only if every match condition holds; else the next authorizer decides.',
        source,
        faults: {
          'only-last-match-condition-used': ['a request is not sent when only the second condition holds'],
          'only-first-match-condition-used': ['a request is not sent when only the first condition holds'],
          'one-match-condition-suffices': [
            'a request is not sent when only the first condition holds',
            'a request is not sent when only the second condition holds',
          ],
          'exactly-one-match-condition-must-hold': [
            'a request is sent when both conditions hold',
            'a request is not sent when only the first condition holds',
            'a request is not sent when only the second condition holds',
          ],
          'partly-matching-request-denied': [
            'a request is not sent when only the first condition holds',
            'a request is not sent when only the second condition holds',
          ],
        },
      },
      () => {
        test('a request is sent when both conditions hold', async () => {
          const caller = await chain.caller('pair', { tag: 'left.and.right' })

          expect(await caller.outcome()).toMatchObject({ decision: 'allowed', calls: 1 })
        })

        const others = {
          'only the first condition holds': 'left',
          'only the second condition holds': 'right',
        }

        test.for(others)('a request is not sent when %s', async (tag) => {
          const caller = await chain.caller('pair', { tag, next: allow() })

          expect(await caller.outcome()).toEqual({ decision: 'allowed', calls: 0, passedOn: true })
        })
      },
    )

    rule(
      {
        id: 'authz.match-conditions.empty-list',
        level: 'MUST',
        says: 'An empty list of match conditions matches every request.',
        source,
        faults: {
          'empty-match-conditions-refused': ['a webhook without conditions is asked about everybody'],
        },
      },
      () => {
        test('a webhook without conditions is asked about everybody', async () => {
          const caller = await chain.caller('pair', { next: allow() })

          expect(await caller.outcome()).toEqual({ decision: 'allowed', calls: 0, passedOn: true })
        })
      },
    )

    rule(
      {
        id: 'authz.match-conditions.up-to-64-count',
        level: 'MUST',
        says: 'A webhook may have 64 match conditions, and each of them counts.',
        source: { document: 1, section: 'Limits', row: 'webhook matchConditions' },
        faults: {
          'one-match-condition-suffices': ['the last of 64 conditions keeps a request away'],
          'partly-matching-request-denied': ['the last of 64 conditions keeps a request away'],
          'match-conditions-of-64-refused': ['a request is sent that meets 64 conditions'],
          'only-first-match-condition-used': ['the last of 64 conditions keeps a request away'],
          'exactly-one-match-condition-must-hold': ['a request is sent that meets 64 conditions'],
        },
      },
      () => {
        test('a request is sent that meets 64 conditions', async () => {
          const caller = await chain.caller('most')

          expect(await caller.outcome()).toMatchObject({ decision: 'allowed', calls: 1 })
        })

        test('the last of 64 conditions keeps a request away', async () => {
          const caller = await chain.caller('most', { tag: 'barred' })

          expect(await caller.outcome()).toMatchObject({ calls: 0, passedOn: true })
        })
      },
    )

    rule(
      {
        id: 'authz.match-conditions.over-v1',
        level: 'MUST',
        says: 'Conditions are evaluated over the review in version v1, even when v1beta1 is sent.',
        source: {
          document: 1,
          section: 'AuthorizationConfiguration',
          row: 'WebhookMatchCondition.expression',
        },
        faults: {
          'review-v1beta1-sent-as-v1': ['a condition on v1 groups holds for a member though v1beta1 is sent'],
          'conditions-see-sent-version': [
            'a condition on v1 groups holds for a member though v1beta1 is sent',
            'a condition on v1 groups keeps others away though v1beta1 is sent',
          ],
        },
      },
      () => {
        test('a condition on v1 groups holds for a member though v1beta1 is sent', async () => {
          const caller = await chain.caller('v1beta1', { groups: ['crew'] })

          expect(await caller.outcome()).toMatchObject({ decision: 'allowed', calls: 1 })
          expect(caller.asked()[0]?.review?.apiVersion).toMatch(/\/v1beta1$/)
        })

        test('a condition on v1 groups keeps others away though v1beta1 is sent', async () => {
          const caller = await chain.caller('v1beta1', { next: allow() })

          expect(await caller.outcome()).toEqual({ decision: 'allowed', calls: 0, passedOn: true })
        })
      },
    )
  },
)
