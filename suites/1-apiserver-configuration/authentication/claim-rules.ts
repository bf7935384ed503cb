import { rule, test } from '#harness/check/rule.ts'
import { expect } from '#harness/check/expect.ts'
import { subject } from '../../fixtures/authenticators.ts'

/** Several claim validation rules in one authenticator. */
export const claimRules = subject(
  {
    three: (plain) => ({
      ...plain,
      claimValidationRules: [
        { claim: 'first', requiredValue: 'yes' },
        { expression: "claims.second == 'yes'" },
        { claim: 'third', requiredValue: 'yes' },
      ],
    }),
    expressions: (plain) => ({
      ...plain,
      claimValidationRules: ['first', 'second', 'third'].map((name) => ({
        expression: `claims.${name} == 'yes'`,
        message: `${name} is not yes`,
      })),
    }),
  },
  ({ three, expressions }) => {
    rule(
      {
        id: 'authn.jwt.every-claim-rule-must-hold',
        level: 'MUST',
        says: 'A token is refused if any of the claim validation rules fails, wherever it stands in the list.',
        source: {
          document: 1,
          section: 'AuthenticationConfiguration',
          row: 'JWTAuthenticator.claimValidationRules',
        },
        faults: {
          'required-value-not-compared': [
            'refuses a token that fails the first rule of a list of claims and expressions',
            'refuses a token that fails the third rule of a list of claims and expressions',
          ],
          'claim-rule-expression-ignored': [
            'refuses a token that fails the second rule of a list of claims and expressions',
            'refuses a token that fails the first rule of a list of expressions only',
            'refuses a token that fails the second rule of a list of expressions only',
            'refuses a token that fails the third rule of a list of expressions only',
          ],
          'only-first-claim-rule-applied': [
            'refuses a token that fails the second rule of a list of claims and expressions',
            'refuses a token that fails the third rule of a list of claims and expressions',
            'refuses a token that fails the second rule of a list of expressions only',
            'refuses a token that fails the third rule of a list of expressions only',
          ],
          'only-last-claim-rule-applied': [
            'refuses a token that fails the first rule of a list of claims and expressions',
            'refuses a token that fails the second rule of a list of claims and expressions',
            'refuses a token that fails the first rule of a list of expressions only',
            'refuses a token that fails the second rule of a list of expressions only',
          ],
          'one-claim-rule-suffices': [
            'refuses a token that fails the first rule of a list of claims and expressions',
            'refuses a token that fails the second rule of a list of claims and expressions',
            'refuses a token that fails the third rule of a list of claims and expressions',
            'refuses a token that fails the first rule of a list of expressions only',
            'refuses a token that fails the second rule of a list of expressions only',
            'refuses a token that fails the third rule of a list of expressions only',
          ],
          'many-entries-take-nobody': [
            'accepts a token that passes every rule of a list of claims and expressions',
            'accepts a token that passes every rule of a list of expressions only',
          ],
        },
      },
      () => {
        const all = { sub: 'alice', first: 'yes', second: 'yes', third: 'yes' }
        const kinds = { 'claims and expressions': three, 'expressions only': expressions }

        test.for(kinds)('accepts a token that passes every rule of a list of %s', async (authenticator) => {
          expect(await authenticator.user(all)).toMatchObject({ username: 'alice' })
        })

        const failing = Object.fromEntries(
          Object.entries(kinds).flatMap(([kind, authenticator]) =>
            ['first', 'second', 'third'].map((name) => [
              `${name} rule of a list of ${kind}`,
              { authenticator, name },
            ]),
          ),
        )

        test.for(failing)('refuses a token that fails the %s', async ({ authenticator, name }) => {
          await authenticator.expectClaimsRefused({ ...all, [name]: 'no' })
        })
      },
    )
  },
)
