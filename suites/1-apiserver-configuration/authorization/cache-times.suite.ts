import { rule, rulesOf, says, test } from '#kit'
import { allow, deny, noOpinion } from '#mocks/webhook-authorizer/index.ts'
import { type AuthorizerChain, chainOf } from './authorizers.ts'
import { expectKept } from '../../shared/authorization/decision-cache.ts'

const { unspecified } = rulesOf({ document: 1, section: 'AuthorizationConfiguration' })

const source = { document: 1, section: 'AuthorizationConfiguration' } as const
// Short and long cache time, far enough apart to detect that a server confuses them.
const shortMs = 2_500
const longMs = 5_000

const authorizers = chainOf('ttls', {
  'short-allow': { fields: () => ({ authorizedTTL: '2500ms', unauthorizedTTL: '5s' }) },
  'short-deny': { fields: () => ({ authorizedTTL: '5s', unauthorizedTTL: '2500ms' }) },
})

const ruleDefaults = { level: 'MUST', overlaps: true } as const

rule(
  {
    ...ruleDefaults,
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
        await expectKept(() => authorizers.caller('short-allow', { answer: allow() }), deny(), shortMs)
      },
    ).sees('authorized-ttl-endless', 'expired-decision-not-cached-again')

    test(
      {
        title: 'an allow decision is cached for a long authorizedTTL and no longer',
        id: 'an allow decision counts for a long authorizedTTL and no longer',
      },
      async () => {
        await expectKept(() => authorizers.caller('short-deny', { answer: allow() }), deny(), longMs)
      },
    ).sees('authorized-ttl-endless', 'expired-decision-not-cached-again')
  },
)

rule(
  {
    ...ruleDefaults,
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
        await expectKept(() => authorizers.caller('short-deny', { answer: deny() }), allow(), shortMs)
      },
    ).sees('unauthorized-ttl-endless', 'expired-decision-not-cached-again')

    test(
      {
        title: 'a deny decision is cached for a long unauthorizedTTL and no longer',
        id: 'a deny decision counts for a long unauthorizedTTL and no longer',
      },
      async () => {
        await expectKept(() => authorizers.caller('short-allow', { answer: deny() }), allow(), longMs)
      },
    ).sees('unauthorized-ttl-endless', 'expired-decision-not-cached-again')
  },
)

unspecified('authz.webhook.no-opinion-cached', { row: 'unauthorizedTTL', overlaps: true }, () => {
  says('Unspecified: whether a response that neither allows nor denies is cached.')
  test(
    {
      title: 'records whether a response without an opinion is cached',
      id: 'whether no opinion is cached is recorded',
    },
    async (check) => {
      check.observe('calls for two equal requests without an opinion', await callsForTwo(authorizers))
    },
  )
})

async function callsForTwo(chain: AuthorizerChain<'short-deny'>): Promise<number> {
  const judgedCaller = await chain.caller('short-deny', { answer: noOpinion() })
  await judgedCaller.outcome()
  await judgedCaller.outcome()
  return judgedCaller.calls().length
}
