import { accepts, type NamedCases, expect, refuses, rulesOf, says, seeing } from '#kit'
import type { Claims, MintOptions } from '#mocks/oidc-issuer/index.ts'
import { tokens } from '../token-servers.ts'
import { withUserRules } from '../rules/refused-users.ts'

const { must } = rulesOf({ document: 1, section: 'Authentication', open: 'userValidationRule.variable' })

interface FailingToken {
  readonly claims: Claims
  readonly mintOptions?: MintOptions
}

const { all } = tokens.authenticators('every-step', {
  all: (plain, issuer, context) => ({
    ...withUserRules((user) => [{ expression: `${user}.username != 'p:mallory'` }])(plain, issuer, context),
    claimValidationRules: [{ expression: "claims.level == 'gold'" }],
    claimMappings: { username: { claim: 'login', prefix: 'p:' }, uid: { claim: 'id' } },
  }),
})

must('authn.jwt.every-step-must-pass', 'JWT authenticators', () => {
  says(
    'A token must pass its signature, issuer, audience, claim rules, mappings and user rules, and fails by each alone.',
  )
  const passingClaims = { login: 'alice', level: 'gold', id: 'u-1' }

  accepts('a token that passes all steps', async () => {
    expect(await all.user(passingClaims)).toMatchObject({ username: 'p:alice', uid: 'u-1' })
  }).sees('uid-not-mapped')

  const failingTokens: NamedCases<FailingToken> = {
    'its signature': seeing(['signature-not-verified'], { claims: {}, mintOptions: { tamper: 'signature' } }),
    'its issuer': seeing(['iss-not-compared'], { claims: { iss: 'https://issuer.example' } }),
    'its audience': seeing(['aud-not-compared'], { claims: { aud: ['another'] } }),
    'a claim rule': seeing(['claim-rule-expression-ignored'], { claims: { level: 'tin' } }),
    'a mapping': seeing(['uid-claim-type-ignored'], { claims: { id: 7 } }),
    'a user rule': seeing(['user-rules-see-name-without-prefix'], { claims: { login: 'mallory' } }),
  }

  refuses.for(failingTokens)(
    { title: 'a token that is invalid only because of %s', id: 'a token that fails only by %s' },
    async ({ claims, mintOptions }) => {
      await all.expectRefused(await all.mint({ ...passingClaims, ...claims }, mintOptions))
    },
  )
})
