import { formerly, expect, rulesOf, says, seeing, test } from '#kit'
import { allow, deny, noOpinion } from '#mocks/webhook-authorizer/index.ts'
import { chainOf } from './authorizers.ts'

const { must } = rulesOf({ document: 1, section: 'AuthorizationConfiguration' })

const authorizers = chainOf('order', { alone: {}, yonder: {}, beside: { usersOf: 'yonder' } })

must('authz.chain.decision-ends-it', 'authorizers', () => {
  says('The authorizers run in order; the first that allows or denies decides.')
  const cases = {
    'an allow decision ends the chain': seeing(['later-denial-beats-allow'], {
      answer: allow(),
      nextAnswer: deny(),
      expected: { decision: 'allowed', calls: 1, passedOn: false },
    }),
    'a deny decision ends the chain': seeing(['webhook-denial-is-no-opinion'], {
      answer: deny(),
      nextAnswer: allow(),
      expected: { decision: 'refused', calls: 1, passedOn: false },
    }),
    'no opinion leaves an allow decision to the next authorizer': seeing(
      ['decisions-shared-between-webhooks'],
      {
        answer: noOpinion(),
        nextAnswer: allow(),
        expected: { decision: 'allowed', calls: 1, passedOn: true },
      },
    ),
    'no opinion leaves a deny decision to the next authorizer': seeing(
      ['decisions-shared-between-webhooks'],
      {
        answer: noOpinion(),
        nextAnswer: deny(),
        expected: { decision: 'refused', calls: 1, passedOn: true },
      },
    ),
    'a chain without any opinion refuses the request': formerly(
      'a chain without any opinion refuses',
      seeing(['decisions-shared-between-webhooks'], {
        answer: noOpinion(),
        nextAnswer: noOpinion(),
        expected: { decision: 'refused', calls: 1, passedOn: true },
      }),
    ),
  }

  test.for(cases)('%s', async ({ answer, nextAnswer, expected }) => {
    const judgedCaller = await authorizers.caller('alone', { answer, nextAnswer })

    expect(await judgedCaller.outcome()).toEqual(expected)
  })
})

must('authz.chain.list-order', 'authorizers', () => {
  says('The order of the chain is the order of the list.')
  test(
    {
      title: 'the first webhook of the list is called first, regardless of its name',
      id: 'the first of the list is asked first, whatever its name',
    },
    async () => {
      const judgedCaller = await authorizers.caller('yonder', { answer: noOpinion() })
      judgedCaller.setAnswer(allow(), authorizers.nameOf('beside'))
      await judgedCaller.caller.expectAllowed()

      const [first, second] = [judgedCaller.calls(), judgedCaller.calls(authorizers.nameOf('beside'))]
      expect([first.length, second.length]).toEqual([1, 1])
      expect(first[0]?.atMs).toBeLessThan(second[0]?.atMs ?? 0)
    },
  ).sees('authorizers-sorted-by-name')
})
