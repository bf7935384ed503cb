import { accepts, expect, refuses, rulesOf, says } from '#kit'
import { tokens } from '../token-servers.ts'

const { must } = rulesOf({ document: 1, section: 'AuthenticationConfiguration' })

const { three, expressions } = tokens.authenticators('claim-rules', {
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
})

must('authn.jwt.every-claim-rule-must-hold', 'claimValidationRules', () => {
  says('A token is refused if any of the claim validation rules fails, whatever its position in the list.')
  const passingClaims = { sub: 'alice', first: 'yes', second: 'yes', third: 'yes' }
  const authenticatorsByKind = { 'claims and expressions': three, 'expressions only': expressions }

  accepts
    .for(authenticatorsByKind)('a token that passes every rule of a list of %s', async (authenticator) => {
      expect(await authenticator.user(passingClaims)).toMatchObject({ username: 'alice' })
    })
    .sees('many-entries-take-nobody')

  const failingRules = Object.fromEntries(
    Object.entries(authenticatorsByKind).flatMap(([kind, authenticator]) =>
      ['first', 'second', 'third'].map((name) => [
        `${name} rule of a list of ${kind}`,
        {
          authenticator,
          name,
          ignored:
            authenticator === three && name !== 'second'
              ? 'required-value-not-compared'
              : 'claim-rule-expression-ignored',
        },
      ]),
    ),
  )

  refuses
    .for(failingRules)('a token that fails the %s', async ({ authenticator, name }) => {
      await authenticator.expectClaimsRefused({ ...passingClaims, [name]: 'no' })
    })
    .sees(
      ({ name }) => (name === 'first' ? [] : 'only-first-claim-rule-applied'),
      ({ name }) => (name === 'third' ? [] : 'only-last-claim-rule-applied'),
    )
})
