import { currentCheck, expect, refuses, rulesOf, says, test } from '#kit'
import { allow } from '#mocks/webhook-authorizer/index.ts'
import { chainOf } from './authorizers.ts'
import { collection } from './one-attribute.ts'

const { must, unspecified } = rulesOf({ document: 1, section: 'AuthorizationConfiguration' })

// Every user name begins with letters, so this compiles and always fails at evaluation.
const failing = () => `int(${currentCheck().open('matchCondition.variable')}.user) == 1`
const falseCondition = () => `${currentCheck().open('matchCondition.variable')}.user == 'nobody'`
const passing = () => ({ failurePolicy: currentCheck().open('failurePolicy.noOpinion') })

const chain = chainOf('errors', {
  denying: { conditions: () => [failing()] },
  passing: { fields: passing, conditions: () => [failing()] },
  'error-then-false': { conditions: () => [failing(), falseCondition()] },
  'false-then-error': { conditions: () => [falseCondition(), failing()] },
})

must('authz.webhook.failure-policy.condition-error', 'failurePolicy', () => {
  says('When a match condition errors, the webhook is not asked and failurePolicy decides.')
  test('the next authorizer decides when a condition errors under the policy of no opinion', async () => {
    const caller = await chain.caller('passing', { next: allow() })

    expect(await caller.outcome()).toEqual({ decision: 'allowed', calls: 0, passedOn: true })
  }).sees('condition-error-policy-inverted')

  refuses('when a condition errors under the denying policy', async () => {
    const caller = await chain.caller('denying', { next: allow() })

    expect(await caller.outcome()).toEqual({ decision: 'refused', calls: 0, passedOn: false })
  }).sees('condition-error-counts-as-false')

  test('the next authorizer decides about objects when a condition errors under the policy of no opinion', async () => {
    const caller = await chain.caller('passing', { next: allow() })

    expect(await caller.outcome(collection)).toMatchObject({ calls: 0, passedOn: true })
  }).sees('condition-error-policy-inverted')

  refuses('access to objects when a condition errors under the denying policy', async () => {
    const caller = await chain.caller('denying', { next: allow() })

    expect(await caller.outcome(collection)).toEqual({ decision: 'refused', calls: 0, passedOn: false })
  }).sees('condition-error-of-objects-ignored')
})

unspecified('authz.match-conditions.order', 'matchConditions', () => {
  says('Unspecified: the exact evaluation order of the conditions.')
  const orders = {
    'an error before a false condition': 'error-then-false',
    'an error after a false condition': 'false-then-error',
  } as const

  test.for(orders)({ title: 'observes the result of %s', id: '%s is recorded' }, async (name, check) => {
    const caller = await chain.caller(name, { next: allow() })

    check.observe('outcome under the denying policy', await caller.outcome())
  })
})
