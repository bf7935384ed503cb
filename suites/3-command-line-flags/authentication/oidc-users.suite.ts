import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { sharedOidcHost } from '../../fixtures/shared-oidc-host.ts'
import { flagRow } from '../flag-rules.ts'
import { flagAuthenticator } from './oidc-flags.ts'

const host = sharedOidcHost()
const plain = flagAuthenticator(host, 'plain')
const email = flagAuthenticator(host, 'email', {
  flags: { '--oidc-username-claim': 'email' },
  claims: { email: 'alice@example.org' },
})
const unprefixed = flagAuthenticator(host, 'unprefixed', {
  flags: { '--oidc-username-claim': 'name', '--oidc-username-prefix': '-' },
})
const prefixed = flagAuthenticator(host, 'prefixed', { flags: { '--oidc-username-prefix': 'corp:' } })

rule(
  {
    id: 'flag.oidc-username-claim.names',
    level: 'MUST',
    says: 'The claim of --oidc-username-claim is the user name, and sub by default.',
    source: flagRow('--oidc-username-claim', 'meaning'),
    capability: 'who-am-i',
    faults: {
      'username-claim-missing-accepted': ['refuses a token without the claim that it names'],
      'oidc-ca-file-ignored': [
        'takes the user name from sub by default',
        'takes the user name from the claim that it names',
      ],
      'oidc-username-claim-default-name': ['takes the user name from sub by default'],
      'oidc-username-claim-ignored': [
        'takes the user name from the claim that it names',
        'refuses a token without the claim that it names',
      ],
    },
  },
  () => {
    test('takes the user name from sub by default', async () => {
      expect((await plain.user({ sub: 'alice', name: 'bob' })).username).toMatch(/alice$/)
    })

    test('takes the user name from the claim that it names', async () => {
      expect((await unprefixed.user({ sub: 'alice' })).username).toMatch(/bob$/)
    })

    test('refuses a token without the claim that it names', async () => {
      await unprefixed.expectClaimsRefused({ name: undefined })
    })
  },
)

rule(
  {
    id: 'flag.oidc-username-prefix.prefixes',
    level: 'MUST',
    says: 'User names have the prefix of --oidc-username-prefix; absent it is the issuer URL, except for email; - means none.',
    source: flagRow('--oidc-username-prefix', 'meaning'),
    capability: 'who-am-i',
    faults: {
      'username-prefix-omitted': [
        'puts the issuer URL before the user name when it is absent',
        'puts any other value before the user name as it is',
      ],
      'email-verified-absent-refused': ['puts nothing before an email when it is absent'],
      'oidc-ca-file-ignored': [
        'puts the issuer URL before the user name when it is absent',
        'puts nothing before an email when it is absent',
        'puts nothing before the user name when it is a dash',
        'puts any other value before the user name as it is',
      ],
      'oidc-username-claim-default-name': [
        'puts the issuer URL before the user name when it is absent',
        'puts any other value before the user name as it is',
      ],
      'oidc-username-claim-ignored': [
        'puts nothing before an email when it is absent',
        'puts nothing before the user name when it is a dash',
      ],
      'oidc-username-prefix-ignored': ['puts any other value before the user name as it is'],
      'oidc-prefix-not-defaulted': ['puts the issuer URL before the user name when it is absent'],
      'oidc-prefix-without-hash': ['puts the issuer URL before the user name when it is absent'],
      'oidc-email-prefixed': ['puts nothing before an email when it is absent'],
      'oidc-dash-prefix-taken-literally': ['puts nothing before the user name when it is a dash'],
    },
  },
  () => {
    test('puts the issuer URL before the user name when it is absent', async () => {
      const { url } = await plain.issuer()

      expect((await plain.user({ sub: 'alice' })).username).toBe(`${url}#alice`)
    })

    test('puts nothing before an email when it is absent', async () => {
      expect((await email.user()).username).toBe('alice@example.org')
    })

    test('puts nothing before the user name when it is a dash', async () => {
      expect((await unprefixed.user()).username).toBe('bob')
    })

    test('puts any other value before the user name as it is', async () => {
      expect((await prefixed.user({ sub: 'alice' })).username).toBe('corp:alice')
    })
  },
)
