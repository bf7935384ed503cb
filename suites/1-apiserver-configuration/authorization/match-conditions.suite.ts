import { currentCheck, expect, rulesOf, says, seeing, test } from '#kit'
import { allow } from '#mocks/webhook-authorizer/index.ts'
import { groupCondition, tagCondition, chainOf } from './authorizers.ts'

const { must } = rulesOf({ document: 1, section: 'AuthorizationConfiguration' })
const maxConditions = 64

// Numbers of the filler conditions, which make each condition unique.
const fillerIndexes = Array.from({ length: maxConditions - 1 }, (_, index) => index)

const authorizers = chainOf('conditions', {
  pair: { conditions: () => [tagCondition('left'), tagCondition('right')] },
  most: {
    conditions: () => [
      ...fillerIndexes.map(
        (index) => `${currentCheck().open('matchCondition.variable')}.user != 'nobody-${index}'`,
      ),
      `!(${tagCondition('barred')})`,
    ],
  },
  v1beta1: {
    fields: () => ({ subjectAccessReviewVersion: 'v1beta1' }),
    conditions: () => [groupCondition('crew')],
  },
})

must('authz.match-conditions.all-must-hold', 'matchConditions', () => {
  says(
    'A request is sent to the webhook only if every match condition holds; else the next authorizer decides.',
  )
  test(
    {
      title: 'a request that meets both conditions is sent to the webhook',
      id: 'a request is sent when both conditions hold',
    },
    async () => {
      const judgedCaller = await authorizers.caller('pair', { tag: 'left.and.right' })

      expect(await judgedCaller.outcome()).toMatchObject({ decision: 'allowed', calls: 1 })
    },
  ).sees('exactly-one-match-condition-must-hold')

  const nearMisses = {
    'only the first condition holds': seeing(['only-first-match-condition-used'], 'left'),
    'only the second condition holds': seeing(['only-last-match-condition-used'], 'right'),
  }

  test.for(nearMisses)(
    { title: 'a request is not sent to the webhook when %s', id: 'a request is not sent when %s' },
    async (tag) => {
      const judgedCaller = await authorizers.caller('pair', { tag, nextAnswer: allow() })

      expect(await judgedCaller.outcome()).toEqual({ decision: 'allowed', calls: 0, passedOn: true })
    },
  )
})

must('authz.match-conditions.empty-list', 'matchConditions', () => {
  says('An empty list of match conditions matches every request.')
  test(
    {
      title: 'a webhook without conditions is called for every user',
      id: 'a webhook without conditions is asked about everybody',
    },
    async () => {
      const judgedCaller = await authorizers.caller('pair', { nextAnswer: allow() })

      expect(await judgedCaller.outcome()).toEqual({ decision: 'allowed', calls: 0, passedOn: true })
    },
  ).sees('empty-match-conditions-refused')
})

must('authz.match-conditions.up-to-64-count', { section: 'Limits', row: 'webhook matchConditions' }, () => {
  says('A webhook may have 64 match conditions, and each of them counts.')
  test(
    {
      title: 'a request that meets all 64 conditions is sent to the webhook',
      id: 'a request is sent that meets 64 conditions',
    },
    async () => {
      const judgedCaller = await authorizers.caller('most')

      expect(await judgedCaller.outcome()).toMatchObject({ decision: 'allowed', calls: 1 })
    },
  ).sees('exactly-one-match-condition-must-hold')

  test(
    {
      title: 'a request that does not meet the last of 64 conditions is not sent to the webhook',
      id: 'the last of 64 conditions keeps a request away',
    },
    async () => {
      const judgedCaller = await authorizers.caller('most', { tag: 'barred' })

      expect(await judgedCaller.outcome()).toMatchObject({ calls: 0, passedOn: true })
    },
  ).sees('only-first-match-condition-used')
})

must('authz.match-conditions.over-v1', 'WebhookMatchCondition.expression', () => {
  says('Conditions are evaluated over the review in version v1, even when v1beta1 is sent.')
  test(
    {
      title: 'a condition on v1 groups holds for a member although v1beta1 is sent',
      id: 'a condition on v1 groups holds for a member though v1beta1 is sent',
    },
    async () => {
      const judgedCaller = await authorizers.caller('v1beta1', { groups: ['crew'] })

      expect(await judgedCaller.outcome()).toMatchObject({ decision: 'allowed', calls: 1 })
      expect(judgedCaller.calls()[0]?.review?.apiVersion).toMatch(/\/v1beta1$/)
    },
  ).sees('conditions-see-sent-version')

  test(
    {
      title: 'a condition on v1 groups excludes other users although v1beta1 is sent',
      id: 'a condition on v1 groups keeps others away though v1beta1 is sent',
    },
    async () => {
      const judgedCaller = await authorizers.caller('v1beta1', { nextAnswer: allow() })

      expect(await judgedCaller.outcome()).toEqual({ decision: 'allowed', calls: 0, passedOn: true })
    },
  ).sees('conditions-see-sent-version')
})
