import { expect, refuses, rulesOf, says, test } from '#kit'
import { flagRow } from '../../../shared/flags/place.ts'
import { servers } from './shared-servers.ts'

const { must } = rulesOf({ capability: 'who-am-i' })

const { plain, namedClaims, prefixedNames, chosenAlgorithms } = servers

must('flag.oidc-username-claim.names', flagRow('--oidc-username-claim', 'meaning'), () => {
  says('The claim of --oidc-username-claim is the user name, and sub by default.')
  test('takes the user name from sub by default', async () => {
    expect((await plain.user({ sub: 'alice', name: 'bob' })).username).toMatch(/alice$/)
  }).sees('oidc-username-claim-default-name')

  test(
    {
      title: 'takes the user name from the claim that the flag names',
      id: 'takes the user name from the claim that it names',
    },
    async () => {
      expect((await namedClaims.user({ sub: 'alice' })).username).toMatch(/bob$/)
    },
  ).sees('oidc-username-claim-ignored')

  refuses(
    { title: 'a token without the claim that the flag names', id: 'a token without the claim that it names' },
    async () => {
      await namedClaims.expectClaimsRefused({ name: undefined })
    },
  ).sees('username-claim-missing-accepted')
})

must('flag.oidc-username-prefix.prefixes', flagRow('--oidc-username-prefix', 'meaning'), () => {
  says(
    'User names have the prefix of --oidc-username-prefix; absent it is the issuer URL, except for email; - means none.',
  )
  test(
    {
      title: 'puts the issuer URL before the user name when the prefix flag is absent',
      id: 'puts the issuer URL before the user name when it is absent',
    },
    async () => {
      const { url } = await plain.issuer()

      expect((await plain.user({ sub: 'alice' })).username).toBe(`${url}#alice`)
    },
  ).sees('oidc-prefix-not-defaulted')

  test(
    {
      title: 'puts nothing before an email when the prefix flag is absent',
      id: 'puts nothing before an email when it is absent',
    },
    async () => {
      expect((await chosenAlgorithms.user()).username).toBe('alice@example.org')
    },
  ).sees('oidc-email-prefixed')

  test(
    {
      title: 'puts nothing before the user name when the prefix flag is a dash',
      id: 'puts nothing before the user name when it is a dash',
    },
    async () => {
      expect((await namedClaims.user()).username).toBe('bob')
    },
  ).sees('oidc-dash-prefix-taken-literally')

  test(
    {
      title: 'puts any other prefix unchanged before the user name',
      id: 'puts any other value before the user name as it is',
    },
    async () => {
      expect((await prefixedNames.user({ sub: 'alice' })).username).toBe('corp:alice')
    },
  ).sees('oidc-username-prefix-ignored')
})
