import { expect, rulesOf, says, seeing, test } from '#kit'
import { Caller } from '../../shared/authorization/callers.ts'
import { reviewSpec } from './access-review.ts'
import { chainOf } from './authorizers.ts'
import { collection, oneAttribute, selectors, specOf } from './one-attribute.ts'

const { must } = rulesOf({ document: 1, section: 'AuthorizationConfiguration' })

const path = `${collection}/one`

const chain = chainOf('keys', { plain: {} })

must('authz.webhook.decision-of-one-request', 'authorizedTTL', () => {
  says('A cached decision applies to one request: another request of the same user leads to a new call.')
  test(
    { title: 'the same request leads to no new call', id: 'the same request is not asked about anew' },
    async () => {
      const caller = await chain.caller('plain')

      expect([(await caller.outcome(path)).calls, (await caller.outcome(path)).calls]).toEqual([1, 0])
    },
  ).sees('allow-not-cached')

  const others = {
    'another object': seeing(['cache-ignores-name'], '/api/v1/namespaces/default/configmaps/two'),
    'another namespace': seeing(['cache-ignores-namespace'], '/api/v1/namespaces/elsewhere/configmaps/one'),
    'another resource': seeing(['cache-ignores-resource'], '/api/v1/namespaces/default/secrets/one'),
  }

  test.for(others)({ title: '%s leads to a new call', id: '%s is asked about anew' }, async (other) => {
    const caller = await chain.caller('plain')

    expect([(await caller.outcome(path)).calls, (await caller.outcome(other)).calls]).toEqual([1, 1])
  })

  test(
    {
      title: 'another non-resource path leads to a new call',
      id: 'another path that is no resource is asked about anew',
    },
    async () => {
      const caller = await chain.caller('plain')

      expect([(await caller.outcome('/livez')).calls, (await caller.outcome('/readyz')).calls]).toEqual([
        1, 1,
      ])
    },
  ).sees('cache-ignores-path')

  test(
    { title: 'another method leads to a new call', id: 'another method is asked about anew' },
    async () => {
      const caller = await chain.caller('plain')
      await caller.outcome(path)
      await caller.caller.asks(path, { method: 'DELETE' })

      expect(caller.asked()).toHaveLength(2)
    },
  ).sees('cache-ignores-verb')

  test.for(oneAttribute)(
    { title: '%s alone leads to a new call', id: '%s alone is asked about anew' },
    async (other, check) => {
      check.needs('access-review')
      const judged = await chain.caller('plain')
      const server = await chain.server()
      const spec = specOf(judged.caller.name)
      await reviewSpec(server, spec)
      await reviewSpec(server, spec)
      await reviewSpec(server, other(spec))

      expect(judged.asked(), 'what the webhook was asked').toHaveLength(2)
    },
  )

  test.for(selectors)(
    { title: '%s alone leads to a new call', id: '%s alone is asked about anew' },
    async ({ path: first, other, member }, check) => {
      check.needs('authorized-selectors')
      const caller = await chain.caller('plain')
      const calls = [await caller.outcome(first), await caller.outcome(other)].map((outcome) => outcome.calls)

      expect(calls, 'how often the webhook was asked').toEqual([1, 1])
      const { [member]: sentValue } = caller.asked()[0]?.review?.spec.resourceAttributes ?? {}
      expect(sentValue, `the ${member} that it was told`).toBeDefined()
    },
  )

  test(
    {
      title: 'the same user with other groups leads to a new call',
      id: 'the same user with other groups is asked about anew',
    },
    async () => {
      const caller = await chain.caller('plain', { groups: ['crew'] })
      const moved = Caller.of(await chain.server(), caller.caller.name, ['cooks'])
      await caller.outcome()
      await moved.expectAllowed()

      expect(caller.asked()).toHaveLength(2)
    },
  ).sees('cache-ignores-groups')
})
