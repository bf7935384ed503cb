import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { allow, deny, noOpinion } from '#mocks/webhook-authorizer/index.ts'
import { type Chain, chainSubject } from '../../fixtures/authorizers.ts'
import { expectKept } from '../../fixtures/decision-cache.ts'

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
    const authorized = [
      'an allow decision counts for a short authorizedTTL and no longer',
      'an allow decision counts for a long authorizedTTL and no longer',
    ] as const
    const unauthorized = [
      'a deny decision counts for a short unauthorizedTTL and no longer',
      'a deny decision counts for a long unauthorizedTTL and no longer',
    ] as const
    const shared = { level: 'MUST', overlaps: true } as const

    rule(
      {
        ...shared,
        id: 'authz.webhook.authorized-ttl',
        waits: true,
        says: 'An allow decision is cached for authorizedTTL.',
        source: { ...source, row: 'WebhookConfiguration.authorizedTTL' },
        faults: {
          'authorized-ttl-endless': authorized,
          'ttls-swapped': authorized,
          'cache-time-extended-by-use': authorized,
          'allow-not-cached': authorized,
        },
      },
      () => {
        test(authorized[0], async () => {
          await expectKept(() => chain.caller('short-allow', { answer: allow() }), deny(), shortMs)
        })

        test(authorized[1], async () => {
          await expectKept(() => chain.caller('short-deny', { answer: allow() }), deny(), longMs)
        })
      },
    )

    rule(
      {
        ...shared,
        id: 'authz.webhook.unauthorized-ttl',
        waits: true,
        says: 'A deny decision is cached for unauthorizedTTL.',
        source: { ...source, row: 'WebhookConfiguration.unauthorizedTTL' },
        faults: {
          'unauthorized-ttl-endless': unauthorized,
          'ttls-swapped': unauthorized,
          'cache-time-extended-by-use': unauthorized,
          'denial-not-cached': unauthorized,
        },
      },
      () => {
        test(unauthorized[0], async () => {
          await expectKept(() => chain.caller('short-deny', { answer: deny() }), allow(), shortMs)
        })

        test(unauthorized[1], async () => {
          await expectKept(() => chain.caller('short-allow', { answer: deny() }), allow(), longMs)
        })
      },
    )

    rule(
      {
        id: 'authz.webhook.no-opinion-cached',
        overlaps: true,
        level: 'UNSPECIFIED',
        says: 'Whether an answer that neither allows nor denies is cached is not shown.',
        source: { ...source, row: 'WebhookConfiguration.unauthorizedTTL' },
      },
      () => {
        test('whether no opinion is cached is recorded', async (check) => {
          check.observe('calls for two equal requests without an opinion', await callsForTwo(chain))
        })
      },
    )
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
      const titles = {
        leftOut: `two equal requests cost one call when ${field} is left out`,
        other: `a ${decision} decision is cached while only the other kind is not`,
        off: `each request costs a call when ${field} is false, whatever the cache time`,
      }
      rule(
        {
          id: `authz.webhook.cache-${low}-requests`,
          level: 'MUST',
          says: `${field} says whether ${decision} decisions are cached; it is true when left out.`,
          source: { ...source, row: `WebhookConfiguration.${field}` },
          faults: {
            [decision === 'allow' ? 'allow-not-cached' : 'denial-not-cached']: [titles.leftOut, titles.other],
            [`cache-${low}-false-ignored`]: [titles.off],
            [`cache-${low === 'authorized' ? 'unauthorized' : 'authorized'}-false-for-both`]: [titles.other],
          },
        },
        () => {
          test(titles.leftOut, async () => {
            await expectCalls(chain, 'left-out', answer, 1)
          })

          test(titles.other, async () => {
            await expectCalls(chain, on, answer, 1)
          })

          test(titles.off, async () => {
            await expectCalls(chain, off, answer, 2)
          })
        },
      )
    }
  },
)

async function expectCalls<Name extends string>(
  chain: Chain<Name>,
  name: Name,
  answer: ReturnType<typeof allow>,
  calls: number,
): Promise<void> {
  const caller = await chain.caller(name, { answer })
  const first = await caller.outcome()
  const second = await caller.outcome()

  expect(second.decision).toBe(first.decision)
  expect(caller.asked(), 'the calls for two equal requests').toHaveLength(calls)
}
