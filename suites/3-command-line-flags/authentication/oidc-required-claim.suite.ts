import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
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
rule(
  {
    id: 'flag.oidc-required-claim.requires',
    level: 'MUST',
    says: 'Each pair of --oidc-required-claim, which may be repeated, is required of tokens.',
    source: flagRow('--oidc-required-claim', 'meaning'),
    capability: 'who-am-i',
    faults: {
      'required-claim-missing-accepted': [
        'refuses a token without the first claim',
        'refuses a token without the second claim',
      ],
      'required-value-not-compared': [
        'refuses a token with another value of the first claim',
        'refuses a token with another value of the second claim',
      ],
      'only-first-claim-rule-applied': [
        'refuses a token without the second claim',
        'refuses a token with another value of the second claim',
      ],
      'only-last-claim-rule-applied': [
        'refuses a token without the first claim',
        'refuses a token with another value of the first claim',
      ],
      'one-claim-rule-suffices': [
        'refuses a token without the first claim',
        'refuses a token with another value of the first claim',
        'refuses a token without the second claim',
        'refuses a token with another value of the second claim',
      ],
      'oidc-ca-file-ignored': ['accepts a token with every required claim'],
      'oidc-required-claim-ignored': [
        'refuses a token without the first claim',
        'refuses a token with another value of the first claim',
        'refuses a token without the second claim',
        'refuses a token with another value of the second claim',
      ],
      'oidc-only-last-required-claim': [
        'refuses a token without the first claim',
        'refuses a token with another value of the first claim',
      ],
      'repeated-list-flag-last-wins': [
        'refuses a token without the first claim',
        'refuses a token with another value of the first claim',
      ],
    },
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
    faults: {
      'required-value-not-compared': ['requires each pair of a list'],
      'only-first-claim-rule-applied': ['requires each pair of a list'],
      'only-last-claim-rule-applied': ['requires each pair of a list'],
      'one-claim-rule-suffices': ['requires each pair of a list'],
      'oidc-ca-file-ignored': ['requires each pair of a list'],
      'oidc-required-claim-ignored': ['requires each pair of a list'],
      'oidc-only-last-required-claim': ['requires each pair of a list'],
      'oidc-comma-list-taken-whole': ['requires each pair of a list'],
    },
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
