import { currentCheck, expect, refuses, rulesOf, says, test } from '#kit'
import { allow } from '#mocks/webhook-authorizer/index.ts'
import { chainOf } from './authorizers.ts'
import { collection } from './one-attribute.ts'

const { must, unspecified } = rulesOf({ document: 1, section: 'AuthorizationConfiguration' })

// Returns a condition that compiles and always fails at evaluation, because every user name begins with letters.
const failingCondition = () => `int(${currentCheck().open('matchCondition.variable')}.user) == 1`
const falseCondition = () => `${currentCheck().open('matchCondition.variable')}.user == 'nobody'`
const noOpinionPolicy = () => ({ failurePolicy: currentCheck().open('failurePolicy.noOpinion') })

const authorizers = chainOf('errors', {
  denying: { conditions: () => [failingCondition()] },
  passing: { fields: noOpinionPolicy, conditions: () => [failingCondition()] },
  'error-then-false': { conditions: () => [failingCondition(), falseCondition()] },
  'false-then-error': { conditions: () => [falseCondition(), failingCondition()] },
})

must('authz.webhook.failure-policy.condition-error', 'failurePolicy', () => {
  says('When a match condition errors, the webhook is not asked and failurePolicy decides.')
  test(
    {
      title: 'the next authorizer decides if a condition fails to evaluate under the policy of no opinion',
      id: 'the next authorizer decides when a condition errors under the policy of no opinion',
    },
    async () => {
      const judgedCaller = await authorizers.caller('passing', { nextAnswer: allow() })

      expect(await judgedCaller.outcome()).toEqual({ decision: 'allowed', calls: 0, passedOn: true })
    },
  ).sees('condition-error-policy-inverted')

  refuses(
    {
      title: 'a request if a condition fails to evaluate under the denying policy',
      id: 'when a condition errors under the denying policy',
    },
    async () => {
      const judgedCaller = await authorizers.caller('denying', { nextAnswer: allow() })

      expect(await judgedCaller.outcome()).toEqual({ decision: 'refused', calls: 0, passedOn: false })
    },
  ).sees('condition-error-counts-as-false')

  test(
    {
      title:
        'the next authorizer decides about objects if a condition fails to evaluate under the policy of no opinion',
      id: 'the next authorizer decides about objects when a condition errors under the policy of no opinion',
    },
    async () => {
      const judgedCaller = await authorizers.caller('passing', { nextAnswer: allow() })

      expect(await judgedCaller.outcome(collection)).toMatchObject({ calls: 0, passedOn: true })
    },
  ).sees('condition-error-policy-inverted')

  refuses(
    {
      title: 'access to objects if a condition fails to evaluate under the denying policy',
      id: 'access to objects when a condition errors under the denying policy',
    },
    async () => {
      const judgedCaller = await authorizers.caller('denying', { nextAnswer: allow() })

      expect(await judgedCaller.outcome(collection)).toEqual({
        decision: 'refused',
        calls: 0,
        passedOn: false,
      })
    },
  ).sees('condition-error-of-objects-ignored')
})

unspecified('authz.match-conditions.order', 'matchConditions', () => {
  says('Unspecified: the exact evaluation order of the conditions.')
  const conditionOrders = {
    'an error before a false condition': 'error-then-false',
    'an error after a false condition': 'false-then-error',
  } as const

  test.for(conditionOrders)(
    { title: 'observes the result of %s', id: '%s is recorded' },
    async (name, check) => {
      const judgedCaller = await authorizers.caller(name, { nextAnswer: allow() })

      check.observe('outcome under the denying policy', await judgedCaller.outcome())
    },
  )
})
