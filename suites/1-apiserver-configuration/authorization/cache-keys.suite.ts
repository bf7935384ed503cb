import { expect, rulesOf, says, seeing, test } from '#kit'
import { Caller } from '../../shared/authorization/callers.ts'
import { reviewSpec } from './access-review.ts'
import { chainOf } from './authorizers.ts'
import { collection, singleAttributeChanges, selectors, specOf } from './one-attribute.ts'

const { must } = rulesOf({ document: 1, section: 'AuthorizationConfiguration' })

const path = `${collection}/one`

const authorizers = chainOf('keys', { plain: {} })

must('authz.webhook.decision-of-one-request', 'authorizedTTL', () => {
  says('A cached decision applies to one request: another request of the same user leads to a new call.')
  test(
    { title: 'the same request leads to no new call', id: 'the same request is not asked about anew' },
    async () => {
      const judgedCaller = await authorizers.caller('plain')

      expect([(await judgedCaller.outcome(path)).calls, (await judgedCaller.outcome(path)).calls]).toEqual([
        1, 0,
      ])
    },
  ).sees('allow-not-cached')

  const otherRequests = {
    'another object': seeing(['cache-ignores-name'], '/api/v1/namespaces/default/configmaps/two'),
    'another namespace': seeing(['cache-ignores-namespace'], '/api/v1/namespaces/elsewhere/configmaps/one'),
    'another resource': seeing(['cache-ignores-resource'], '/api/v1/namespaces/default/secrets/one'),
  }

  test.for(otherRequests)(
    { title: 'a request for %s leads to a new call', id: '%s is asked about anew' },
    async (other) => {
      const judgedCaller = await authorizers.caller('plain')

      expect([(await judgedCaller.outcome(path)).calls, (await judgedCaller.outcome(other)).calls]).toEqual([
        1, 1,
      ])
    },
  )

  test(
    {
      title: 'a request to a different non-resource path leads to a new call',
      id: 'another path that is no resource is asked about anew',
    },
    async () => {
      const judgedCaller = await authorizers.caller('plain')

      expect([
        (await judgedCaller.outcome('/livez')).calls,
        (await judgedCaller.outcome('/readyz')).calls,
      ]).toEqual([1, 1])
    },
  ).sees('cache-ignores-path')

  test(
    {
      title: 'a request with a different method leads to a new call',
      id: 'another method is asked about anew',
    },
    async () => {
      const judgedCaller = await authorizers.caller('plain')
      await judgedCaller.outcome(path)
      await judgedCaller.caller.send(path, { method: 'DELETE' })

      expect(judgedCaller.calls()).toHaveLength(2)
    },
  ).sees('cache-ignores-verb')

  test.for(singleAttributeChanges)(
    {
      title: 'a request with %s and no other difference leads to a new call',
      id: '%s alone is asked about anew',
    },
    async (other, check) => {
      check.needs('access-review')
      const judgedCaller = await authorizers.caller('plain')
      const server = await authorizers.server()
      const spec = specOf(judgedCaller.caller.name)
      await reviewSpec(server, spec)
      await reviewSpec(server, spec)
      await reviewSpec(server, other(spec))

      expect(judgedCaller.calls(), 'what the webhook was asked').toHaveLength(2)
    },
  )

  test.for(selectors)(
    {
      title: 'a request with %s and no other difference leads to a new call',
      id: '%s alone is asked about anew',
    },
    async ({ path: first, otherPath, member }, check) => {
      check.needs('authorized-selectors')
      const judgedCaller = await authorizers.caller('plain')
      const calls = [await judgedCaller.outcome(first), await judgedCaller.outcome(otherPath)].map(
        (outcome) => outcome.calls,
      )

      expect(calls, 'how often the webhook was asked').toEqual([1, 1])
      const { [member]: sentValue } = judgedCaller.calls()[0]?.review?.spec.resourceAttributes ?? {}
      expect(sentValue, `the ${member} that it was told`).toBeDefined()
    },
  )

  test(
    {
      title: 'a request of the same user with different groups leads to a new call',
      id: 'the same user with other groups is asked about anew',
    },
    async () => {
      const judgedCaller = await authorizers.caller('plain', { groups: ['crew'] })
      const callerInOtherGroup = Caller.of(await authorizers.server(), judgedCaller.caller.name, ['cooks'])
      await judgedCaller.outcome()
      await callerInOtherGroup.expectAllowed()

      expect(judgedCaller.calls()).toHaveLength(2)
    },
  ).sees('cache-ignores-groups')
})
