import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { sharedOidcHost } from '../../fixtures/shared-oidc-host.ts'
import { flagRow } from '../flag-rules.ts'
import { flagAuthenticator } from './oidc-flags.ts'

const host = sharedOidcHost()
const claimed = flagAuthenticator(host, 'claimed', { flags: { '--oidc-groups-claim': 'teams' } })
const prefixed = flagAuthenticator(host, 'prefixed', {
  flags: { '--oidc-groups-claim': 'teams', '--oidc-groups-prefix': 'corp-' },
})

rule(
  {
    id: 'flag.oidc-groups-claim.groups',
    level: 'MUST',
    says: 'The claim of --oidc-groups-claim, a string or an array of strings, holds the groups.',
    source: flagRow('--oidc-groups-claim', 'meaning'),
    capability: 'who-am-i',
    faults: {
      'groups-single-string-refused': ['takes a string for the only group'],
      'groups-list-refused': ['takes an array of strings for the groups'],
      'groups-non-strings-skipped': ['refuses a token whose groups are no strings'],
      'only-first-group-mapped': ['takes an array of strings for the groups'],
      'oidc-ca-file-ignored': [
        'takes an array of strings for the groups',
        'takes a string for the only group',
      ],
      'oidc-groups-claim-ignored': [
        'takes an array of strings for the groups',
        'takes a string for the only group',
        'refuses a token whose groups are no strings',
      ],
    },
  },
  () => {
    test('takes an array of strings for the groups', async () => {
      expect(await claimed.groups({ teams: ['a', 'b'] })).toEqual(['a', 'b'])
    })

    test('takes a string for the only group', async () => {
      expect(await claimed.groups({ teams: 'a' })).toEqual(['a'])
    })

    test('refuses a token whose groups are no strings', async () => {
      await claimed.expectClaimsRefused({ teams: [1, 2] })
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
    faults: {
      'groups-single-string-refused': ['puts its value before a single group'],
      'groups-list-refused': [
        'puts its value before each group',
        'puts nothing before groups when it is absent',
      ],
      'groups-prefix-omitted': ['puts its value before each group', 'puts its value before a single group'],
      'groups-prefix-on-first-only': ['puts its value before each group'],
      'only-first-group-mapped': ['puts its value before each group'],
      'oidc-ca-file-ignored': [
        'puts its value before each group',
        'puts its value before a single group',
        'puts nothing before groups when it is absent',
      ],
      'oidc-groups-claim-ignored': [
        'puts its value before each group',
        'puts its value before a single group',
        'puts nothing before groups when it is absent',
      ],
      'oidc-groups-prefix-ignored': [
        'puts its value before each group',
        'puts its value before a single group',
      ],
    },
  },
  () => {
    test('puts its value before each group', async () => {
      expect(await prefixed.groups({ teams: ['a', 'b'] })).toEqual(['corp-a', 'corp-b'])
    })

    test('puts its value before a single group', async () => {
      expect(await prefixed.groups({ teams: 'a' })).toEqual(['corp-a'])
    })

    test('puts nothing before groups when it is absent', async () => {
      expect(await claimed.groups({ teams: ['a'] })).toEqual(['a'])
    })
  },
)
