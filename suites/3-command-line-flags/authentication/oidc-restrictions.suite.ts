import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { type AsymmetricAlgorithm, asymmetricAlgorithms } from '#mocks/oidc-issuer/index.ts'
import { expectRefusal } from '../../fixtures/api-server.ts'
import { sharedOidcHost } from '../../fixtures/shared-oidc-host.ts'
import { flagRow, typeRule } from '../flag-rules.ts'
import { flagAuthenticator, oidcFlags } from './oidc-flags.ts'

const host = sharedOidcHost()
const claims = { tier: 'gold', region: 'north' }
const repeated = flagAuthenticator(host, 'repeated', {
  flags: { '--oidc-required-claim': ['tier=gold', 'region=north'] },
  claims,
})
const listed = flagAuthenticator(host, 'listed', {
  flags: { '--oidc-required-claim': 'tier=gold,region=north' },
  claims,
})
const every = flagAuthenticator(host, 'every', {
  flags: { '--oidc-signing-algs': asymmetricAlgorithms.join(',') },
})
const chosen = flagAuthenticator(host, 'chosen', {
  flags: { '--oidc-signing-algs': 'ES256,PS384' },
  minting: { algorithm: 'ES256' },
})

rule(
  {
    id: 'flag.oidc-required-claim.requires',
    level: 'MUST',
    says: 'Each pair of --oidc-required-claim, which may be repeated, is required of tokens.',
    source: flagRow('--oidc-required-claim', 'meaning'),
    capability: 'who-am-i',
    faults: {},
  },
  () => {
    test('accepts a token with every required claim', async () => {
      expect(await repeated.user()).toBeDefined()
    })

    const near = {
      'without the first claim': { tier: undefined },
      'with another value of the first claim': { tier: 'silver' },
      'without the second claim': { region: undefined },
      'with another value of the second claim': { region: 'south' },
    }

    test.for(near)('refuses a token %s', async (change) => {
      await repeated.expectClaimsRefused(change)
    })
  },
)

rule(
  {
    id: 'flag.oidc-required-claim.list',
    level: 'MUST',
    says: 'Pairs of --oidc-required-claim may also stand in one comma-separated list.',
    source: flagRow('--oidc-required-claim', 'pairs'),
    capability: 'who-am-i',
    faults: {},
  },
  () => {
    test('requires each pair of a list', async () => {
      expect(await listed.user()).toBeDefined()
      await listed.expectClaimsRefused({ tier: 'silver' })
      await listed.expectClaimsRefused({ region: 'south' })
    })
  },
)

typeRule({
  flag: '--oidc-required-claim',
  type: 'pairs',
  values: { 'an entry without an equals sign': 'tier' },
  twin: 'flag.oidc-required-claim.requires/accepts-a-token-with-every-required-claim',
  beside: async () => ({ flags: oidcFlags((await host()).issuer('repeated')) }),
})

const named = (algorithms: readonly AsymmetricAlgorithm[]) =>
  Object.fromEntries(algorithms.map((algorithm) => [algorithm, algorithm]))
const others = asymmetricAlgorithms.filter((algorithm) => algorithm !== 'RS256')

rule(
  {
    id: 'flag.oidc-signing-algs.default',
    level: 'MUST',
    says: 'Without --oidc-signing-algs, only tokens signed with RS256 are accepted.',
    source: flagRow('--oidc-signing-algs', 'default'),
    capability: 'who-am-i',
    faults: {},
  },
  () => {
    test('accepts RS256 by default', async () => {
      expect(await repeated.user()).toBeDefined()
    })

    test.for(named(others))('refuses %s by default', async (algorithm) => {
      await repeated.expectRefused(await repeated.mint({}, { algorithm }))
    })
  },
)

rule(
  {
    id: 'flag.oidc-signing-algs.allowed',
    level: 'MUST',
    says: 'Tokens signed with an algorithm of --oidc-signing-algs are accepted, and no others.',
    source: flagRow('--oidc-signing-algs', 'meaning'),
    capability: 'who-am-i',
    faults: {},
  },
  () => {
    test.for(named(asymmetricAlgorithms))('accepts %s where it is listed', async (algorithm) => {
      expect(await every.userOf(await every.mint({}, { algorithm }))).toBeDefined()
    })

    test('accepts the first of two listed algorithms', async () => {
      expect(await chosen.user()).toBeDefined()
    })

    test('refuses the default algorithm where others are listed', async () => {
      await chosen.user()
      await chosen.expectRefused(await chosen.mint({}, { algorithm: 'RS256' }))
    })
  },
)

const unlisted = { 'a symmetric algorithm': 'HS256', 'no algorithm': 'none', 'an unknown one': 'RS257' }

rule(
  {
    id: 'flag.oidc-signing-algs.values',
    level: 'MUST',
    says: 'The values of --oidc-signing-algs are the nine asymmetric algorithms of RFC 7518.',
    source: flagRow('--oidc-signing-algs', 'values'),
    twin: 'flag.oidc-signing-algs.allowed/accepts-rs256-where-it-is-listed',
    overlaps: true,
    faults: {
      'values-unchecked-oidc-signing-algs': Object.keys(unlisted).map(
        (name) => `refuses a list with ${name}`,
      ),
    },
  },
  () => {
    test.for(unlisted)('refuses a list with %s', async (value) => {
      const flags = oidcFlags((await host()).issuer('every'))
      await expectRefusal({ flags: { ...flags, '--oidc-signing-algs': `RS256,${value}` } }, 'sign')
    })
  },
)
