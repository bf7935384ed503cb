import { rule, test } from '#harness/check/rule.ts'
import { expect } from '#harness/check/expect.ts'
import type { JwtAuthenticator } from '../../fixtures/authentication-configuration.ts'
import { subject } from '../../fixtures/authenticators.ts'
import { expectTold } from '../../fixtures/told.ts'

const section = 'AuthenticationConfiguration'
const ruled = (plain: JwtAuthenticator, ...claimValidationRules: readonly object[]): JwtAuthenticator => ({
  ...plain,
  claimValidationRules,
})

// What looks like an expression or a template in it must arrive as it is.
const literal = 'claims.level is not {{claims.level}} or $1 but \'gold\' + "level"'

/** Claim validation rules that are expressions. */
export const claimExpression = subject(
  {
    gold: (plain) => ruled(plain, { expression: "claims.level == 'gold'", message: 'only gold may enter' }),
    silent: (plain) => ruled(plain, { expression: "claims.level == 'gold'" }),
    literal: (plain) => ruled(plain, { expression: "claims.level == 'gold'", message: literal }),
    optional: (plain) => ruled(plain, { expression: "claims.?level.orValue('gold') == 'gold'" }),
    shapes: (plain) =>
      ruled(plain, {
        expression:
          "claims.age >= 18 && claims.staff == true && 'x' in claims.marks && claims.org.unit == 'a'",
      }),
  },
  ({ gold, silent, literal: literally, optional, shapes }) => {
    rule(
      {
        id: 'authn.jwt.claim-expression-must-hold',
        level: 'MUST',
        says: 'A token is refused unless the expression of a claim validation rule yields true for its claims.',
        source: { document: 1, section, row: 'ClaimValidationRule.expression' },
        faults: {
          'claim-rule-expression-ignored': ['refuses a token for which the expression is false'],
          'claim-rule-error-accepted': ['refuses a token for which the expression cannot be evaluated'],
          'many-entries-take-nobody': ['accepts a token for which the expression is true'],
        },
      },
      () => {
        test('accepts a token for which the expression is true', async () => {
          expect(await silent.user({ sub: 'alice', level: 'gold' })).toMatchObject({ username: 'alice' })
        })

        test('refuses a token for which the expression is false', async () => {
          await silent.expectClaimsRefused({ level: 'tin' })
        })

        test('refuses a token for which the expression cannot be evaluated', async () => {
          await silent.expectClaimsRefused({})
        })
      },
    )

    rule(
      {
        id: 'authn.jwt.claim-expression-sees-claims',
        level: 'MUST',
        says: 'The variable claims holds every claim of the token in its own type, and can be asked for claims that may be missing.',
        source: { document: 1, section, row: 'ClaimValidationRule.expression: variable claims' },
        faults: {
          'claim-rule-expression-ignored': [
            'refuses a token in which a number is otherwise',
            'refuses a token in which a boolean is otherwise',
            'refuses a token in which a list is otherwise',
            'refuses a token in which an object is otherwise',
            'refuses a token with a wrong value in the claim that may be missing',
          ],
          'many-entries-take-nobody': [
            'accepts a token with a number, a boolean, a list and an object as the expression wants them',
            'accepts a token without a claim for which the expression has another value',
          ],
        },
      },
      () => {
        const all = { age: 18, staff: true, marks: ['x', 'y'], org: { unit: 'a' } }

        test('accepts a token with a number, a boolean, a list and an object as the expression wants them', async () => {
          expect(await shapes.user({ sub: 'alice', ...all })).toMatchObject({ username: 'alice' })
        })

        const misfits = {
          'a number': { age: 17 },
          'a boolean': { staff: false },
          'a list': { marks: ['y'] },
          'an object': { org: { unit: 'b' } },
        }

        test.for(misfits)('refuses a token in which %s is otherwise', async (misfit) => {
          await shapes.expectClaimsRefused({ ...all, ...misfit })
        })

        test('accepts a token without a claim for which the expression has another value', async () => {
          expect(await optional.user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
        })

        test('refuses a token with a wrong value in the claim that may be missing', async () => {
          await optional.expectClaimsRefused({ level: 'tin' })
        })
      },
    )

    rule(
      {
        id: 'authn.jwt.claim-rule-message',
        level: 'MUST',
        says: 'The message of a claim validation rule reaches someone, letter by letter, when its expression is false.',
        source: { document: 1, section, row: 'ClaimValidationRule.message' },
        faults: {
          'claim-rule-expression-ignored': [
            'tells the message',
            'tells a message that looks like an expression as it is',
          ],
          'claim-rule-message-omitted': [
            'tells the message',
            'tells a message that looks like an expression as it is',
          ],
        },
      },
      () => {
        test('tells the message', async () => {
          await expectTold(gold, await gold.mint({ level: 'tin' }), 'only gold may enter')
        })

        test('tells a message that looks like an expression as it is', async () => {
          await expectTold(literally, await literally.mint({ level: 'tin' }), literal)
        })
      },
    )
  },
)
