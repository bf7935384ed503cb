import { expect } from '#harness/check/expect.ts'
import { rule, says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { allow, deny, noOpinion } from '#mocks/webhook-authorizer/index.ts'
import { type Chain, chainSubject } from './authorizers.ts'
import { collection } from './one-attribute.ts'
import { expectKept } from '../../shared/authorization/decision-cache.ts'

const { must, unspecified } = rulesOf({ document: 1, section: 'AuthorizationConfiguration' })

const source = { document: 1, section: 'AuthorizationConfiguration' } as const
// Two lengths, far enough apart that taking one for the other shows.
const shortMs = 2_500
const longMs = 5_000

/** The cache times of decisions. */
export const ttls = chainSubject(
  {
    'short-allow': { fields: () => ({ authorizedTTL: '2500ms', unauthorizedTTL: '5s' }) },
    'short-deny': { fields: () => ({ authorizedTTL: '5s', unauthorizedTTL: '2500ms' }) },
  },
  (chain) => {
    const shared = { level: 'MUST', overlaps: true } as const

    rule(
      {
        ...shared,
        id: 'authz.webhook.authorized-ttl',
        waits: true,
        says: 'An allow decision is cached for authorizedTTL.',
        source: { ...source, rows: ['authorizedTTL'] },
      },
      () => {
        test(
          {
            title: 'an allow decision is cached for a short authorizedTTL and no longer',
            id: 'an allow decision counts for a short authorizedTTL and no longer',
          },
          async () => {
            await expectKept(() => chain.caller('short-allow', { answer: allow() }), deny(), shortMs)
          },
        ).sees('authorized-ttl-endless')

        test(
          {
            title: 'an allow decision is cached for a long authorizedTTL and no longer',
            id: 'an allow decision counts for a long authorizedTTL and no longer',
          },
          async () => {
            await expectKept(() => chain.caller('short-deny', { answer: allow() }), deny(), longMs)
          },
        ).sees('authorized-ttl-endless')
      },
    )

    rule(
      {
        ...shared,
        id: 'authz.webhook.unauthorized-ttl',
        waits: true,
        says: 'A deny decision is cached for unauthorizedTTL.',
        source: { ...source, rows: ['unauthorizedTTL'] },
      },
      () => {
        test(
          {
            title: 'a deny decision is cached for a short unauthorizedTTL and no longer',
            id: 'a deny decision counts for a short unauthorizedTTL and no longer',
          },
          async () => {
            await expectKept(() => chain.caller('short-deny', { answer: deny() }), allow(), shortMs)
          },
        ).sees('unauthorized-ttl-endless')

        test(
          {
            title: 'a deny decision is cached for a long unauthorizedTTL and no longer',
            id: 'a deny decision counts for a long unauthorizedTTL and no longer',
          },
          async () => {
            await expectKept(() => chain.caller('short-allow', { answer: deny() }), allow(), longMs)
          },
        ).sees('unauthorized-ttl-endless')
      },
    )

    unspecified('authz.webhook.no-opinion-cached', { row: 'unauthorizedTTL', overlaps: true }, () => {
      says('Unspecified: whether a response that neither allows nor denies is cached.')
      test('whether no opinion is cached is recorded', async (check) => {
        check.observe('calls for two equal requests without an opinion', await callsForTwo(chain))
      })
    })
  },
)

async function callsForTwo(chain: Chain<'short-deny'>): Promise<number> {
  const caller = await chain.caller('short-deny', { answer: noOpinion() })
  await caller.outcome()
  await caller.outcome()
  return caller.asked().length
}

/** The switches of both caches. */
export const cacheSwitches = chainSubject(
  {
    'left-out': {
      fields: () => ({ cacheAuthorizedRequests: undefined, cacheUnauthorizedRequests: undefined }),
    },
    'no-allow': { fields: () => ({ cacheAuthorizedRequests: false }) },
    'no-deny': { fields: () => ({ cacheUnauthorizedRequests: false }) },
  },
  (chain) => {
    const kinds = {
      Authorized: { field: 'cacheAuthorizedRequests', off: 'no-allow', on: 'no-deny', answer: allow() },
      Unauthorized: { field: 'cacheUnauthorizedRequests', off: 'no-deny', on: 'no-allow', answer: deny() },
    } as const

    for (const [kind, { field, off, on, answer }] of Object.entries(kinds)) {
      const decision = kind === 'Authorized' ? 'allow' : 'deny'
      const low = kind.toLowerCase()
      must(`authz.webhook.cache-${low}-requests`, field, () => {
        says(`${field} says whether ${decision} decisions are cached; it is true when left out.`)
        test(`two equal requests cost one call when ${field} is left out`, async () => {
          await expectCalls(chain, 'left-out', answer, 1)
        }).sees(decision === 'allow' ? 'allow-not-cached' : 'denial-not-cached')

        test(`two equal requests for objects cost one call when ${field} is left out`, async () => {
          await expectCalls(chain, 'left-out', answer, 1, collection)
        }).sees(decision === 'allow' ? 'allow-not-cached' : 'denial-of-objects-not-cached')

        test(`a ${decision} decision is cached while only the other kind is not`, async () => {
          await expectCalls(chain, on, answer, 1)
        }).sees(`cache-${low === 'authorized' ? 'unauthorized' : 'authorized'}-false-for-both`)

        test(`each request costs a call when ${field} is false, whatever the cache time`, async () => {
          await expectCalls(chain, off, answer, 2)
        }).sees(`cache-${low}-false-ignored`)
      })
    }
  },
)

async function expectCalls<Name extends string>(
  chain: Chain<Name>,
  name: Name,
  answer: ReturnType<typeof allow>,
  calls: number,
  path?: string,
): Promise<void> {
  const caller = await chain.caller(name, { answer })
  const first = await caller.outcome(path)
  const second = await caller.outcome(path)

  expect(second.decision).toBe(first.decision)
  expect(caller.asked(), 'the calls for two equal requests').toHaveLength(calls)
}
