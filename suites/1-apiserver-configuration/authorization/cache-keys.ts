import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { Caller } from '../../fixtures/callers.ts'
import { chainSubject } from '../../fixtures/authorizers.ts'

const path = '/api/v1/namespaces/default/configmaps/one'

/** What a cached decision is about. */
export const cacheKeys = chainSubject({ plain: {} }, (chain) => {
  rule(
    {
      id: 'authz.webhook.decision-of-one-request',
      level: 'MUST',
      says: 'A cached decision is about one request: another request of the same user is asked about anew.',
      source: {
        document: 1,
        section: 'AuthorizationConfiguration',
        row: 'WebhookConfiguration.authorizedTTL',
      },
      faults: {
        'allow-not-cached': ['the same request is not asked about anew'],
        'cache-ignores-verb': ['another method is asked about anew'],
        'cache-ignores-resource': ['another resource is asked about anew'],
        'cache-ignores-path': ['another path that is no resource is asked about anew'],
        'cache-ignores-name': ['another object is asked about anew'],
        'cache-ignores-namespace': ['another namespace is asked about anew'],
        'cache-ignores-groups': ['the same user with other groups is asked about anew'],
      },
    },
    () => {
      test('the same request is not asked about anew', async () => {
        const caller = await chain.caller('plain')

        expect([(await caller.outcome(path)).calls, (await caller.outcome(path)).calls]).toEqual([1, 0])
      })

      const others = {
        'another object': '/api/v1/namespaces/default/configmaps/two',
        'another namespace': '/api/v1/namespaces/elsewhere/configmaps/one',
        'another resource': '/api/v1/namespaces/default/secrets/one',
      }

      test.for(others)('%s is asked about anew', async (other) => {
        const caller = await chain.caller('plain')

        expect([(await caller.outcome(path)).calls, (await caller.outcome(other)).calls]).toEqual([1, 1])
      })

      test('another path that is no resource is asked about anew', async () => {
        const caller = await chain.caller('plain')

        expect([(await caller.outcome('/livez')).calls, (await caller.outcome('/readyz')).calls]).toEqual([
          1, 1,
        ])
      })

      test('another method is asked about anew', async () => {
        const caller = await chain.caller('plain')
        await caller.outcome(path)
        await caller.caller.asks(path, { method: 'DELETE' })

        expect(caller.asked()).toHaveLength(2)
      })

      test('the same user with other groups is asked about anew', async () => {
        const caller = await chain.caller('plain', { groups: ['crew'] })
        const moved = Caller.of(await chain.server(), caller.caller.name, ['cooks'])
        await caller.outcome()
        await moved.expectAllowed()

        expect(caller.asked()).toHaveLength(2)
      })
    },
  )
})
