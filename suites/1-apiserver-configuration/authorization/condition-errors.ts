import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { allow } from '#mocks/webhook-authorizer/index.ts'
import { chainSubject } from '../../fixtures/authorizers.ts'
import { openValue } from '../../fixtures/dialect.ts'

// Every user's name begins with letters, so this compiles and fails whenever it is evaluated.
const failing = () => `int(${openValue('matchCondition.variable')}.user) == 1`
const untrue = () => `${openValue('matchCondition.variable')}.user == 'nobody'`
const passing = () => ({ failurePolicy: openValue('failurePolicy.noOpinion') })

/** `failurePolicy` when a match condition cannot be evaluated. */
export const conditionErrors = chainSubject(
  {
    denying: { conditions: () => [failing()] },
    passing: { fields: passing, conditions: () => [failing()] },
    'error-then-false': { conditions: () => [failing(), untrue()] },
    'false-then-error': { conditions: () => [untrue(), failing()] },
  },
  (chain) => {
    rule(
      {
        id: 'authz.webhook.failure-policy.condition-error',
        level: 'MUST',
        says: 'When a match condition errors, the webhook is not asked and failurePolicy decides.',
        source: {
          document: 1,
          section: 'AuthorizationConfiguration',
          row: 'WebhookConfiguration.failurePolicy',
        },
        faults: {
          'condition-error-policy-inverted': [
            'refuses when a condition errors under the denying policy',
            'the next authorizer decides when a condition errors under the policy of no opinion',
          ],
          'failure-policy-deny-ignored': ['refuses when a condition errors under the denying policy'],
          'denial-passed-on': ['refuses when a condition errors under the denying policy'],
          'condition-error-counts-as-false': ['refuses when a condition errors under the denying policy'],
          'condition-error-counts-as-true': [
            'the next authorizer decides when a condition errors under the policy of no opinion',
            'refuses when a condition errors under the denying policy',
          ],
          'failure-policy-no-opinion-ignored': [
            'the next authorizer decides when a condition errors under the policy of no opinion',
          ],
        },
      },
      () => {
        test('the next authorizer decides when a condition errors under the policy of no opinion', async () => {
          const caller = await chain.caller('passing', { next: allow() })

          expect(await caller.outcome()).toEqual({ decision: 'allowed', calls: 0, passedOn: true })
        })

        test('refuses when a condition errors under the denying policy', async () => {
          const caller = await chain.caller('denying', { next: allow() })

          expect(await caller.outcome()).toEqual({ decision: 'refused', calls: 0, passedOn: false })
        })
      },
    )

    rule(
      {
        id: 'authz.match-conditions.order',
        level: 'UNSPECIFIED',
        says: 'The exact evaluation order of the conditions is not shown.',
        source: {
          document: 1,
          section: 'AuthorizationConfiguration',
          row: 'WebhookConfiguration.matchConditions',
        },
      },
      () => {
        const orders = {
          'an error before a false condition': 'error-then-false',
          'an error after a false condition': 'false-then-error',
        } as const

        test.for(orders)('%s is recorded', async (name, check) => {
          const caller = await chain.caller(name, { next: allow() })

          check.observe('outcome under the denying policy', await caller.outcome())
        })
      },
    )
  },
)
