import { expect, refuses, rulesOf, says, test } from '#kit'
import { flagRow } from '../../../shared/flags/place.ts'
import { servers } from './shared-servers.ts'

const { must } = rulesOf({ capability: 'who-am-i' })

const { namedClaims, prefixedNames } = servers

must('flag.oidc-groups-claim.groups', flagRow('--oidc-groups-claim', 'meaning'), () => {
  says('The claim of --oidc-groups-claim, a string or an array of strings, holds the groups.')
  test(
    { title: 'takes an array of strings as the groups', id: 'takes an array of strings for the groups' },
    async () => {
      expect(await namedClaims.groups({ teams: ['a', 'b'] })).toEqual(['a', 'b'])
    },
  ).sees('only-first-group-mapped')

  test({ title: 'takes a string as the only group', id: 'takes a string for the only group' }, async () => {
    expect(await namedClaims.groups({ teams: 'a' })).toEqual(['a'])
  }).sees('groups-single-string-refused')

  refuses(
    { title: 'a token whose groups are not strings', id: 'a token whose groups are no strings' },
    async () => {
      await namedClaims.expectClaimsRefused({ teams: [1, 2] })
    },
  ).sees('groups-non-strings-skipped')
})

must('flag.oidc-groups-prefix.prefixes', flagRow('--oidc-groups-prefix', 'meaning'), () => {
  says('All groups have the prefix of --oidc-groups-prefix.')
  test({ title: 'puts the prefix before each group', id: 'puts its value before each group' }, async () => {
    expect(await prefixedNames.groups({ teams: ['a', 'b'] })).toEqual(['corp-a', 'corp-b'])
  }).sees('groups-prefix-on-first-only')

  test(
    { title: 'puts the prefix before a single group', id: 'puts its value before a single group' },
    async () => {
      expect(await prefixedNames.groups({ teams: 'a' })).toEqual(['corp-a'])
    },
  ).sees('oidc-groups-prefix-ignored')

  test(
    {
      title: 'puts nothing before groups without the flag',
      id: 'puts nothing before groups when it is absent',
    },
    async () => {
      expect(await namedClaims.groups({ teams: ['a'] })).toEqual(['a'])
    },
  ).sees('oidc-groups-claim-ignored')
})
