import { rule, test } from '#harness/check/rule.ts'
import { equivalents } from './equivalents.ts'

const both = equivalents()

const row = (name: string) => ({ document: 1, section: 'AuthenticationConfiguration', row: name }) as const
const judging = { level: 'MUST', capability: 'who-am-i' } as const

rule(
  {
    ...judging,
    id: 'authn.file.legacy-username',
    says: 'username.claim and username.prefix express what the flags mean when they are unset, empty or a dash.',
    source: row('ClaimMappings.username, legacy flags'),
    faults: {
      'email-verified-absent-refused': ['an empty prefix flag beside the claim email is the empty prefix'],
      'oidc-ca-file-ignored': [
        'an unset claim flag is the claim sub',
        'a prefix flag that is a dash is the empty prefix',
        'an empty prefix flag beside another claim is the issuer URL with a number sign',
        'an empty prefix flag beside the claim email is the empty prefix',
      ],
      'oidc-username-claim-default-name': ['an unset claim flag is the claim sub'],
      'oidc-username-claim-ignored': [
        'a prefix flag that is a dash is the empty prefix',
        'an empty prefix flag beside another claim is the issuer URL with a number sign',
        'an empty prefix flag beside the claim email is the empty prefix',
      ],
      'oidc-prefix-not-defaulted': [
        'an unset claim flag is the claim sub',
        'an empty prefix flag beside another claim is the issuer URL with a number sign',
      ],
      'oidc-prefix-without-hash': [
        'an unset claim flag is the claim sub',
        'an empty prefix flag beside another claim is the issuer URL with a number sign',
      ],
      'oidc-email-prefixed': ['an empty prefix flag beside the claim email is the empty prefix'],
      'oidc-dash-prefix-taken-literally': ['a prefix flag that is a dash is the empty prefix'],
    },
  },
  () => {
    test('an unset claim flag is the claim sub', async () => {
      await both.expectSameUser('plain')
    })

    test('a prefix flag that is a dash is the empty prefix', async () => {
      await both.expectSameUser('dash')
    })

    test('an empty prefix flag beside another claim is the issuer URL with a number sign', async () => {
      await both.expectSameUser('named')
    })

    test('an empty prefix flag beside the claim email is the empty prefix', async () => {
      await both.expectSameUser('email')
    })
  },
)

rule(
  {
    ...judging,
    id: 'authn.file.legacy-issuer',
    says: 'issuer.url means what --oidc-issuer-url means.',
    source: row('Issuer.url, equivalent of --oidc-issuer-url'),
    faults: {
      'iss-not-compared': ['another issuer is refused by the flag and by the field'],
      'oidc-ca-file-ignored': ['another issuer is refused by the flag and by the field'],
    },
  },
  () => {
    test('another issuer is refused by the flag and by the field', async () => {
      await both.expectBothRefuse('dash', { iss: 'https://elsewhere.example' })
    })
  },
)

rule(
  {
    ...judging,
    id: 'authn.file.legacy-audience',
    says: 'issuer.audiences means for its entries what --oidc-client-id means.',
    source: row('Issuer.audiences, replaces --oidc-client-id'),
    faults: {
      'aud-not-compared': ['another audience is refused by the flag and by the field'],
      'oidc-ca-file-ignored': ['another audience is refused by the flag and by the field'],
    },
  },
  () => {
    test('another audience is refused by the flag and by the field', async () => {
      await both.expectBothRefuse('dash', { aud: ['elsewhere'] })
    })
  },
)

rule(
  {
    ...judging,
    id: 'authn.file.legacy-required-claim',
    says: 'A rule with claim and requiredValue means what --oidc-required-claim means.',
    source: row('ClaimValidationRule.claim, equivalent of --oidc-required-claim'),
    faults: {
      'required-claim-missing-accepted': ['an absent claim is refused by the flag and by the field'],
      'required-value-not-compared': ['another value is refused by the flag and by the field'],
      'oidc-ca-file-ignored': [
        'another value is refused by the flag and by the field',
        'an absent claim is refused by the flag and by the field',
      ],
      'oidc-required-claim-ignored': [
        'another value is refused by the flag and by the field',
        'an absent claim is refused by the flag and by the field',
      ],
    },
  },
  () => {
    test('another value is refused by the flag and by the field', async () => {
      await both.expectBothRefuse('dash', { tier: 'silver' })
    })

    test('an absent claim is refused by the flag and by the field', async () => {
      await both.expectBothRefuse('dash', { tier: undefined })
    })
  },
)

rule(
  {
    ...judging,
    id: 'authn.file.legacy-ca-file',
    says: 'issuer.certificateAuthority holds what the file of --oidc-ca-file holds.',
    source: row('Issuer.certificateAuthority, content of --oidc-ca-file'),
    faults: {
      'oidc-ca-file-ignored': ['the same certificates verify the issuer by the flag and by the field'],
      'oidc-username-claim-ignored': ['the same certificates verify the issuer by the flag and by the field'],
      'oidc-dash-prefix-taken-literally': [
        'the same certificates verify the issuer by the flag and by the field',
      ],
    },
  },
  () => {
    test('the same certificates verify the issuer by the flag and by the field', async () => {
      await both.expectSameUser('dash')
    })
  },
)
