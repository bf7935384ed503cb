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
  flags: {
    '--oidc-username-claim': 'name',
    '--oidc-username-prefix': '-',
    '--oidc-groups-claim': 'teams',
  },
  claims: { name: 'bob' },
})
const prefixed = flagAuthenticator(host, 'prefixed', {
  flags: {
    '--oidc-username-prefix': 'corp:',
    '--oidc-groups-claim': 'teams',
    '--oidc-groups-prefix': 'corp-',
  },
})

rule(
  {
    id: 'flag.oidc-username-claim.names',
    level: 'MUST',
    says: 'The claim of --oidc-username-claim is the user name, and sub by default.',
    source: flagRow('--oidc-username-claim', 'meaning'),
    capability: 'who-am-i',
    faults: {},
  },
  () => {
    test('takes the user name from sub by default', async () => {
      expect((await plain.user({ sub: 'alice', name: 'bob' })).username).toMatch(/alice$/)
    })

    test('takes the user name from the claim that it names', async () => {
      expect((await unprefixed.user({ sub: 'alice' })).username).toBe('bob')
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
    faults: {},
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

rule(
  {
    id: 'flag.oidc-groups-claim.groups',
    level: 'MUST',
    says: 'The claim of --oidc-groups-claim, a string or an array of strings, holds the groups.',
    source: flagRow('--oidc-groups-claim', 'meaning'),
    capability: 'who-am-i',
    faults: {},
  },
  () => {
    test('takes an array of strings for the groups', async () => {
      expect(await unprefixed.groups({ teams: ['a', 'b'] })).toEqual(['a', 'b'])
    })

    test('takes a string for the only group', async () => {
      expect(await unprefixed.groups({ teams: 'a' })).toEqual(['a'])
    })

    test('takes no groups from a claim that it does not name', async () => {
      expect(await plain.groups({ teams: ['a', 'b'] })).toEqual([])
    })

    test('refuses a token whose groups are no strings', async () => {
      await unprefixed.expectClaimsRefused({ teams: [1, 2] })
    })
  },
)

rule(
  {
    id: 'flag.oidc-groups-prefix.prefixes',
    level: 'MUST',
    says: 'All groups have the prefix of --oidc-groups-prefix.',
    source: flagRow('--oidc-groups-prefix', 'meaning'),
    capability: 'who-am-i',
    faults: {},
  },
  () => {
    test('puts its value before each group', async () => {
      expect(await prefixed.groups({ teams: ['a', 'b'] })).toEqual(['corp-a', 'corp-b'])
    })

    test('puts its value before a single group', async () => {
      expect(await prefixed.groups({ teams: 'a' })).toEqual(['corp-a'])
    })

    test('puts nothing before groups when it is absent', async () => {
      expect(await unprefixed.groups({ teams: ['a'] })).toEqual(['a'])
    })
  },
)
