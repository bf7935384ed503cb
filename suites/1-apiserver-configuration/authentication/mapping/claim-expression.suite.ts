import { accepts, expect, refuses, rulesOf, says, test } from '#kit'
import type { JwtAuthenticator } from '../../../shared/authentication/configuration.ts'
import { tokens } from '../token-servers.ts'
import { expectReported } from './reported-errors.ts'

const section = 'AuthenticationConfiguration'

const { must } = rulesOf({ document: 1, section })

const withClaimRules = (
  plain: JwtAuthenticator,
  ...claimValidationRules: readonly object[]
): JwtAuthenticator => ({
  ...plain,
  claimValidationRules,
})

// Text that resembles an expression or a template must arrive unchanged.
const literalMessage = 'claims.level is not {{claims.level}} or $1 but \'gold\' + "level"'

const {
  gold,
  silent,
  literal: literally,
  optional,
  shapes,
} = tokens.authenticators('claim-expression', {
  gold: (plain) =>
    withClaimRules(plain, { expression: "claims.level == 'gold'", message: 'only gold may enter' }),
  silent: (plain) => withClaimRules(plain, { expression: "claims.level == 'gold'" }),
  literal: (plain) =>
    withClaimRules(plain, { expression: "claims.level == 'gold'", message: literalMessage }),
  optional: (plain) => withClaimRules(plain, { expression: "claims.?level.orValue('gold') == 'gold'" }),
  shapes: (plain) =>
    withClaimRules(plain, {
      expression: "claims.age >= 18 && claims.staff == true && 'x' in claims.marks && claims.org.unit == 'a'",
    }),
})

must('authn.jwt.claim-expression-must-hold', { row: 'expression', aspect: 'of ClaimValidationRule' }, () => {
  says('A token is refused unless the expression of a claim validation rule yields true for its claims.')
  accepts('a token for which the expression is true', async () => {
    expect(await silent.user({ sub: 'alice', level: 'gold' })).toMatchObject({ username: 'alice' })
  }).sees('many-entries-take-nobody')

  refuses('a token for which the expression is false', async () => {
    await silent.expectClaimsRefused({ level: 'tin' })
  }).sees('claim-rule-expression-ignored')

  refuses('a token for which the expression cannot be evaluated', async () => {
    await silent.expectClaimsRefused({})
  }).sees('claim-rule-error-accepted')
})

must(
  'authn.jwt.claim-expression-sees-claims',
  { row: 'expression', aspect: 'of ClaimValidationRule, variable claims' },
  () => {
    says(
      'The variable claims holds every claim of the token in its own type, and supports tests for claims that may be missing.',
    )
    const passingClaims = { age: 18, staff: true, marks: ['x', 'y'], org: { unit: 'a' } }

    accepts(
      {
        title: 'a token with a number, a boolean, a list and an object as the expression requires',
        id: 'a token with a number, a boolean, a list and an object as the expression wants them',
      },
      async () => {
        expect(await shapes.user({ sub: 'alice', ...passingClaims })).toMatchObject({ username: 'alice' })
      },
    ).sees('many-entries-take-nobody')

    const failingClaims = {
      'a number': { age: 17 },
      'a boolean': { staff: false },
      'a list': { marks: ['y'] },
      'an object': { org: { unit: 'b' } },
    }

    refuses
      .for(failingClaims)(
        { title: 'a token in which %s has another value', id: 'a token in which %s is otherwise' },
        async (misfit) => {
          await shapes.expectClaimsRefused({ ...passingClaims, ...misfit })
        },
      )
      .sees('claim-rule-expression-ignored')

    accepts(
      {
        title: 'a token without the claim if the expression has a value for a missing claim',
        id: 'a token without a claim for which the expression has another value',
      },
      async () => {
        expect(await optional.user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
      },
    ).sees('many-entries-take-nobody')

    refuses('a token with a wrong value in the claim that may be missing', async () => {
      await optional.expectClaimsRefused({ level: 'tin' })
    }).sees('claim-rule-expression-ignored')
  },
)

must('authn.jwt.claim-rule-message', { row: 'message', aspect: 'of ClaimValidationRule' }, () => {
  says(
    'The message of a claim validation rule reaches someone, letter by letter, when its expression is false.',
  )
  test(
    { title: 'the message of the rule is reported when a token is refused', id: 'tells the message' },
    async () => {
      await expectReported(gold, await gold.mint({ level: 'tin' }), 'only gold may enter')
    },
  ).sees('claim-rule-message-omitted')

  test(
    {
      title: 'a message that looks like an expression is reported verbatim',
      id: 'tells a message that looks like an expression as it is',
    },
    async () => {
      await expectReported(literally, await literally.mint({ level: 'tin' }), literalMessage)
    },
  ).sees('claim-rule-message-omitted')
})
