import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { flagRow } from '../../../shared/flags/flag-rules.ts'
import type { OidcServers } from './servers.ts'

/** The groups of users whose tokens have some. */
export function groupRules({ named, prefixed }: Pick<OidcServers, 'named' | 'prefixed'>): void {
  rule(
    {
      id: 'flag.oidc-groups-claim.groups',
      level: 'MUST',
      says: 'The claim of --oidc-groups-claim, a string or an array of strings, holds the groups.',
      source: flagRow('--oidc-groups-claim', 'meaning'),
      capability: 'who-am-i',
    },
    () => {
      test('takes an array of strings for the groups', async () => {
        expect(await named.groups({ teams: ['a', 'b'] })).toEqual(['a', 'b'])
      }).sees(
        'groups-list-refused',
        'only-first-group-mapped',
        'oidc-ca-file-ignored',
        'oidc-groups-claim-ignored',
      )

      test('takes a string for the only group', async () => {
        expect(await named.groups({ teams: 'a' })).toEqual(['a'])
      }).sees('groups-single-string-refused', 'oidc-ca-file-ignored', 'oidc-groups-claim-ignored')

      test('refuses a token whose groups are no strings', async () => {
        await named.expectClaimsRefused({ teams: [1, 2] })
      }).sees('groups-non-strings-skipped', 'oidc-groups-claim-ignored')
    },
  )

  rule(
    {
      id: 'flag.oidc-groups-prefix.prefixes',
      level: 'MUST',
      says: 'All groups have the prefix of --oidc-groups-prefix.',
      source: flagRow('--oidc-groups-prefix', 'meaning'),
      capability: 'who-am-i',
    },
    () => {
      test('puts its value before each group', async () => {
        expect(await prefixed.groups({ teams: ['a', 'b'] })).toEqual(['corp-a', 'corp-b'])
      }).sees(
        'groups-list-refused',
        'groups-prefix-omitted',
        'groups-prefix-on-first-only',
        'only-first-group-mapped',
        'oidc-ca-file-ignored',
        'oidc-groups-claim-ignored',
        'oidc-groups-prefix-ignored',
      )

      test('puts its value before a single group', async () => {
        expect(await prefixed.groups({ teams: 'a' })).toEqual(['corp-a'])
      }).sees(
        'groups-single-string-refused',
        'groups-prefix-omitted',
        'oidc-ca-file-ignored',
        'oidc-groups-claim-ignored',
        'oidc-groups-prefix-ignored',
      )

      test('puts nothing before groups when it is absent', async () => {
        expect(await named.groups({ teams: ['a'] })).toEqual(['a'])
      }).sees('groups-list-refused', 'oidc-ca-file-ignored', 'oidc-groups-claim-ignored')
    },
  )
}
