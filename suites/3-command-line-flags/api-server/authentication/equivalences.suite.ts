import { rulesOf, says, test } from '#kit'
import { equivalents } from './equivalents.ts'

const { must } = rulesOf({ capability: 'who-am-i' })

const equivalentServers = equivalents()

const rowsAbout = (rows: readonly string[], aspect?: string) =>
  ({ document: 1, section: 'AuthenticationConfiguration', rows, ...(aspect && { aspect }) }) as const

must('authn.file.legacy-username', rowsAbout(['username'], 'legacy flags'), () => {
  says('username.claim and username.prefix express what the flags mean when they are unset, empty or a dash.')
  test(
    {
      title: 'an unset claim flag is equivalent to the claim sub',
      id: 'an unset claim flag is the claim sub',
    },
    async () => {
      await equivalentServers.expectSameUser('plain')
    },
  ).sees('oidc-prefix-not-defaulted')

  test(
    {
      title: 'a dash as prefix flag is equivalent to the empty prefix',
      id: 'a prefix flag that is a dash is the empty prefix',
    },
    async () => {
      await equivalentServers.expectSameUser('dash')
    },
  ).sees('oidc-dash-prefix-taken-literally')

  test(
    {
      title:
        'an empty prefix flag with a claim other than email is equivalent to the issuer URL with a number sign',
      id: 'an empty prefix flag beside another claim is the issuer URL with a number sign',
    },
    async () => {
      await equivalentServers.expectSameUser('named')
    },
  ).sees('oidc-prefix-not-defaulted')

  test(
    {
      title: 'an empty prefix flag with the claim email is equivalent to the empty prefix',
      id: 'an empty prefix flag beside the claim email is the empty prefix',
    },
    async () => {
      await equivalentServers.expectSameUser('email')
    },
  ).sees('oidc-email-prefixed')
})

must('authn.file.legacy-issuer', rowsAbout(['url'], 'equivalent of --oidc-issuer-url'), () => {
  says('issuer.url means what --oidc-issuer-url means.')
  test(
    {
      title: 'a token of another issuer is refused with the flag and with the field',
      id: 'another issuer is refused by the flag and by the field',
    },
    async () => {
      await equivalentServers.expectBothRefuse('dash', { iss: 'https://elsewhere.example' })
    },
  ).sees('iss-not-compared')
})

must('authn.file.legacy-audience', rowsAbout(['audiences'], 'replaces --oidc-client-id'), () => {
  says('issuer.audiences means for its entries what --oidc-client-id means.')
  test(
    {
      title: 'a token for another audience is refused with the flag and with the field',
      id: 'another audience is refused by the flag and by the field',
    },
    async () => {
      await equivalentServers.expectBothRefuse('dash', { aud: ['elsewhere'] })
    },
  ).sees('aud-not-compared')
})

must('authn.file.legacy-required-claim', rowsAbout(['claim'], 'equivalent of --oidc-required-claim'), () => {
  says('A rule with claim and requiredValue means what --oidc-required-claim means.')
  test(
    {
      title: 'a token with a wrong value of a required claim is refused with the flag and with the field',
      id: 'another value is refused by the flag and by the field',
    },
    async () => {
      await equivalentServers.expectBothRefuse('dash', { tier: 'silver' })
    },
  ).sees('oidc-required-claim-ignored')

  test(
    {
      title: 'a token without a required claim is refused with the flag and with the field',
      id: 'an absent claim is refused by the flag and by the field',
    },
    async () => {
      await equivalentServers.expectBothRefuse('dash', { tier: undefined })
    },
  ).sees('required-claim-missing-accepted')
})

must('authn.file.legacy-ca-file', rowsAbout(['certificateAuthority'], 'content of --oidc-ca-file'), () => {
  says('issuer.certificateAuthority holds what the file of --oidc-ca-file holds.')
  test(
    {
      title: 'the same certificates verify the issuer with the flag and with the field',
      id: 'the same certificates verify the issuer by the flag and by the field',
    },
    async () => {
      await equivalentServers.expectSameUser('dash')
    },
  ).sees('oidc-dash-prefix-taken-literally')
})
