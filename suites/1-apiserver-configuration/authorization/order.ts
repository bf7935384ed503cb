import { expect } from '#harness/check/expect.ts'
import { rule, seeing, test } from '#harness/check/rule.ts'
import { allow, deny, noOpinion } from '#mocks/webhook-authorizer/index.ts'
import { chainSubject } from './authorizers.ts'

const source = {
  document: 1,
  section: 'AuthorizationConfiguration',
  rows: ['authorizers'],
} as const

/** The order of the chain, and what each decision does to it. */
export const order = chainSubject({ alone: {}, yonder: {}, beside: { usersOf: 'yonder' } }, (chain) => {
  rule(
    {
      id: 'authz.chain.decision-ends-it',
      level: 'MUST',
      says: 'The authorizers run in order; the first that allows or denies decides.',
      source,
    },
    () => {
      const cases = {
        'an allow decision ends the chain': seeing(['later-denial-beats-allow'], {
          answer: allow(),
          next: deny(),
          expected: { decision: 'allowed', calls: 1, passedOn: false },
        }),
        'a deny decision ends the chain': seeing(['webhook-denial-is-no-opinion', 'denial-passed-on'], {
          answer: deny(),
          next: allow(),
          expected: { decision: 'refused', calls: 1, passedOn: false },
        }),
        'no opinion leaves an allow decision to the next authorizer': seeing(
          ['decisions-shared-between-webhooks', 'webhook-no-opinion-denies'],
          {
            answer: noOpinion(),
            next: allow(),
            expected: { decision: 'allowed', calls: 1, passedOn: true },
          },
        ),
        'no opinion leaves a deny decision to the next authorizer': seeing(
          ['decisions-shared-between-webhooks', 'webhook-no-opinion-denies'],
          {
            answer: noOpinion(),
            next: deny(),
            expected: { decision: 'refused', calls: 1, passedOn: true },
          },
        ),
        'a chain without any opinion refuses': seeing(
          ['decisions-shared-between-webhooks', 'webhook-no-opinion-denies', 'undecided-end-allows'],
          {
            answer: noOpinion(),
            next: noOpinion(),
            expected: { decision: 'refused', calls: 1, passedOn: true },
          },
        ),
      }

      test.for(cases)('%s', async ({ answer, next, expected }) => {
        const caller = await chain.caller('alone', { answer, next })

        expect(await caller.outcome()).toEqual(expected)
      })
    },
  )

  rule(
    {
      id: 'authz.chain.list-order',
      level: 'MUST',
      says: 'The order of the chain is the order of the list.',
      source,
    },
    () => {
      test(
        {
          title: 'the first of the list is called first, whatever its name',
          id: 'the first of the list is asked first, whatever its name',
        },
        async () => {
          const caller = await chain.caller('yonder', { answer: noOpinion() })
          caller.answers(allow(), chain.named('beside'))
          await caller.caller.expectAllowed()

          const [first, second] = [caller.asked(), caller.asked(chain.named('beside'))]
          expect([first.length, second.length]).toEqual([1, 1])
          expect(first[0]?.atMs).toBeLessThan(second[0]?.atMs ?? 0)
        },
      ).sees('webhook-no-opinion-denies', 'decisions-shared-between-webhooks', 'authorizers-sorted-by-name')
    },
  )
})
