import { accepts, expect, refuses, rulesOf, says, seeing, test, formerly } from '#kit'
import { withMappings } from '../../../shared/authentication/configuration.ts'
import { tokens } from '../token-servers.ts'

const section = 'AuthenticationConfiguration'

const { must } = rulesOf({ document: 1, section })

const email = 'alice@mail.example'
const verifiedExpression = 'claims.?email_verified.orValue(true) == true'

const { claim, prefixed, byRule, byUsername, byExtra, other } = tokens.authenticators('email', {
  claim: (plain) => withMappings(plain, { username: { claim: 'email', prefix: '' } }),
  prefixed: (plain) => withMappings(plain, { username: { claim: 'email', prefix: 'mail:' } }),
  byRule: (plain) => ({
    ...withMappings(plain, { username: { expression: 'claims.email' } }),
    claimValidationRules: [{ expression: verifiedExpression }],
  }),
  byUsername: (plain) =>
    withMappings(plain, {
      username: { expression: "claims.email_verified == true ? claims.email : 'unverified'" },
    }),
  byExtra: (plain) =>
    withMappings(plain, {
      username: { expression: 'claims.email' },
      extra: [{ key: 'example.org/verified', valueExpression: 'string(claims.email_verified)' }],
    }),
  other: (plain) => plain,
})

must('authn.jwt.email-claim-needs-verification', { row: 'username', aspect: 'email claim' }, () => {
  says('With username.claim email, a token is refused unless email_verified is true or missing.')
  const acceptedClaims = {
    'is true': { email_verified: true },
    'is missing': seeing(['email-verified-absent-refused'], {}),
  }

  accepts
    .for(acceptedClaims)('a token whose email_verified %s', async (claims) => {
      expect(await claim.user({ email, ...claims })).toMatchObject({ username: email })
    })
    .sees('many-entries-take-nobody')

  refuses('a token whose email_verified is false', async () => {
    await claim.expectClaimsRefused({ email, email_verified: false })
  }).sees('email-verified-false-accepted')

  accepts
    .for(acceptedClaims)('a token whose email_verified %s if the user name has a prefix', async (claims) => {
      expect(await prefixed.user({ email, ...claims })).toMatchObject({ username: `mail:${email}` })
    })
    .sees('many-entries-take-nobody', 'username-prefix-omitted')

  refuses('a token whose email_verified is false if the user name has a prefix', async () => {
    await prefixed.expectClaimsRefused({ email, email_verified: false })
  }).sees('email-verified-false-accepted', 'email-verified-unchecked-with-prefix')

  accepts(
    {
      title: 'a token whose email_verified is false if the user name comes from a claim other than email',
      id: 'a token whose email_verified is false where the user name is another claim',
    },
    async () => {
      expect(await other.user({ sub: 'alice', email, email_verified: false })).toMatchObject({
        username: 'alice',
      })
    },
  ).sees('email-verified-checked-for-other-claims')
})

const nonBooleanValues = {
  'the string true': formerly('the text true', seeing(['email-verified-text-accepted'], 'true')),
  'a number': 1,
  'a list': [true],
  null: null,
}

must('authn.jwt.email-verified-is-a-boolean', { section: 'Errors', row: 'email_verified' }, () => {
  says('An email_verified claim that is not a boolean is caught when the token is judged.')
  accepts('a token whose email_verified is a boolean', async () => {
    expect(await claim.user({ email, email_verified: true })).toMatchObject({ username: email })
  }).sees('many-entries-take-nobody')

  refuses
    .for(nonBooleanValues)('a token whose email_verified is %s', async (value) => {
      await claim.expectClaimsRefused({ email, email_verified: value })
    })
    .sees('email-verified-type-ignored')

  refuses
    .for(nonBooleanValues)(
      'a token whose email_verified is %s if the user name has a prefix',
      async (value) => {
        await prefixed.expectClaimsRefused({ email, email_verified: value })
      },
    )
    .sees('email-verified-type-ignored', 'email-verified-unchecked-with-prefix')
})

must('authn.jwt.email-check-equals-expression', { row: 'username', aspect: 'equivalent expression' }, () => {
  says(
    'The check that comes with the claim email decides like a rule that takes a missing email_verified for true.',
  )
  const values = { 'that is true': true, 'that is missing': undefined }

  accepts
    .for(values)(
      {
        title: 'a token with an email_verified %s under the equivalent rule',
        id: 'a token with an email_verified %s, as the claim does',
      },
      async (value) => {
        expect(await byRule.user({ email, email_verified: value })).toMatchObject({ username: email })
      },
    )
    .sees('many-entries-take-nobody')

  const unverifiedValues = {
    'that is false': false,
    'that is the string true': formerly('that is the text true', 'true'),
    'that is null': null,
  }

  refuses
    .for(unverifiedValues)(
      {
        title: 'a token with an email_verified %s under the equivalent rule',
        id: 'a token with an email_verified %s, as the claim does',
      },
      async (value) => {
        await byRule.expectClaimsRefused({ email, email_verified: value })
      },
    )
    .sees('claim-rule-expression-ignored')
})

must(
  'authn.jwt.email-verified-in-other-places',
  { row: 'username', aspect: 'claims.email in an expression' },
  () => {
    says(
      'A username expression may use claims.email when claims.email_verified is used in it or in an extra valueExpression.',
    )
    test(
      {
        title: 'takes the address as user name if the username expression tests email_verified',
        id: 'takes the address where the username expression looks at email_verified',
      },
      async () => {
        expect(await byUsername.user({ email, email_verified: true })).toMatchObject({ username: email })
      },
    ).sees('many-entries-take-nobody')

    test(
      {
        title: 'takes the fallback of the username expression as user name if the address is unverified',
        id: 'takes the other name where the username expression finds an unverified address',
      },
      async () => {
        expect(await byUsername.user({ email, email_verified: false })).toMatchObject({
          username: 'unverified',
        })
      },
    ).sees('many-entries-take-nobody')

    test(
      {
        title: 'takes the address as user name if an extra valueExpression tests email_verified',
        id: 'takes the address where an extra valueExpression looks at email_verified',
      },
      async () => {
        expect(await byExtra.user({ email, email_verified: true })).toMatchObject({
          username: email,
          extra: { 'example.org/verified': ['true'] },
        })
      },
    ).sees('extra-single-string-refused')
  },
)
