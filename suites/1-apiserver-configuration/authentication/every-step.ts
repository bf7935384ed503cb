import { rule, test } from '#harness/check/rule.ts'
import { expect } from '#harness/check/expect.ts'
import type { Claims, MintOptions } from '#mocks/oidc-issuer/index.ts'
import { subject } from '../../fixtures/authenticators.ts'
import { userRuled } from '../../fixtures/user-rules.ts'

interface Token {
  readonly claims: Claims
  readonly how?: MintOptions
}

/** All steps that a token passes, in one authenticator. */
export const everyStep = subject(
  {
    all: (plain, issuer, around) => ({
      ...userRuled((user) => [{ expression: `${user}.username != 'p:mallory'` }])(plain, issuer, around),
      claimValidationRules: [{ expression: "claims.level == 'gold'" }],
      claimMappings: { username: { claim: 'login', prefix: 'p:' }, uid: { claim: 'id' } },
    }),
  },
  ({ all }) => {
    rule(
      {
        id: 'authn.jwt.every-step-must-pass',
        level: 'MUST',
        open: 'userValidationRule.variable',
        says: 'A token must pass its signature, issuer, audience, claim rules, mappings and user rules, and fails by each alone.',
        source: { document: 1, section: 'Authentication', row: 'JWT authenticators' },
        faults: {
          'iss-not-compared': ['refuses a token that fails only by its issuer'],
          'signature-not-verified': ['refuses a token that fails only by its signature'],
          'aud-not-compared': ['refuses a token that fails only by its audience'],
          'claim-rule-expression-ignored': ['refuses a token that fails only by a claim rule'],
          'username-prefix-omitted': [
            'accepts a token that passes all steps',
            'refuses a token that fails only by a user rule',
          ],
          'uid-not-mapped': ['accepts a token that passes all steps'],
          'uid-claim-type-ignored': ['refuses a token that fails only by a mapping'],
          'user-rules-ignored': ['refuses a token that fails only by a user rule'],
          'user-rules-see-name-without-prefix': ['refuses a token that fails only by a user rule'],
          'many-entries-take-nobody': ['accepts a token that passes all steps'],
        },
      },
      () => {
        const good = { login: 'alice', level: 'gold', id: 'u-1' }

        test('accepts a token that passes all steps', async () => {
          expect(await all.user(good)).toMatchObject({ username: 'p:alice', uid: 'u-1' })
        })

        const failing: Record<string, Token> = {
          'its signature': { claims: {}, how: { tamper: 'signature' } },
          'its issuer': { claims: { iss: 'https://issuer.example' } },
          'its audience': { claims: { aud: ['another'] } },
          'a claim rule': { claims: { level: 'tin' } },
          'a mapping': { claims: { id: 7 } },
          'a user rule': { claims: { login: 'mallory' } },
        }

        test.for(failing)('refuses a token that fails only by %s', async ({ claims, how }) => {
          await all.expectRefused(await all.mint({ ...good, ...claims }, how))
        })
      },
    )
  },
)
