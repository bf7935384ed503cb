import { rule, test } from '#harness/check/rule.ts'
import { expect } from '#harness/check/expect.ts'
import { subject } from '../../fixtures/authenticators.ts'
import { expectTold } from '../../fixtures/told.ts'
import { userRuled } from '../../fixtures/user-rules.ts'

const section = 'AuthenticationConfiguration'

// What looks like an expression or a template in it must arrive as it is.
const literalMessage = 'user.username is not {{user.username}} or $1'

/** `userValidationRules`. */
export const userRules = subject(
  {
    silent: userRuled((user) => [{ expression: `${user}.username != 'mallory'` }]),
    reserved: userRuled((user) => [
      { expression: `!${user}.username.startsWith('system:')`, message: 'the prefix system: is reserved' },
    ]),
    literal: userRuled((user) => [
      { expression: `!${user}.username.startsWith('system:')`, message: literalMessage },
    ]),
    several: userRuled((user) =>
      ['x', 'y', 'z'].map((letter) => ({ expression: `!${user}.username.contains('${letter}')` })),
    ),
  },
  ({ silent, reserved, literal, several }) => {
    rule(
      {
        id: 'authn.jwt.user-rule-must-hold',
        level: 'MUST',
        open: 'userValidationRule.variable',
        says: 'A token is refused unless the expression of a user validation rule yields true for its user.',
        source: { document: 1, section, row: 'UserValidationRule.expression' },
        faults: {
          'user-rules-ignored': ['refuses a token for whose user the expression is false'],
          'many-entries-take-nobody': ['accepts a token for whose user the expression is true'],
        },
      },
      () => {
        test('accepts a token for whose user the expression is true', async () => {
          expect(await silent.user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
        })

        test('refuses a token for whose user the expression is false', async () => {
          await silent.expectClaimsRefused({ sub: 'mallory' })
        })
      },
    )

    rule(
      {
        id: 'authn.jwt.every-user-rule-must-hold',
        level: 'MUST',
        open: 'userValidationRule.variable',
        says: 'A token is refused if any of the user validation rules fails, wherever it stands in the list.',
        source: { document: 1, section, row: 'JWTAuthenticator.userValidationRules' },
        faults: {
          'user-rules-ignored': [
            'refuses a token whose user fails the first rule',
            'refuses a token whose user fails the second rule',
            'refuses a token whose user fails the third rule',
          ],
          'only-first-user-rule-applied': [
            'refuses a token whose user fails the second rule',
            'refuses a token whose user fails the third rule',
          ],
          'only-last-user-rule-applied': [
            'refuses a token whose user fails the first rule',
            'refuses a token whose user fails the second rule',
          ],
          'one-user-rule-suffices': [
            'refuses a token whose user fails the first rule',
            'refuses a token whose user fails the second rule',
            'refuses a token whose user fails the third rule',
          ],
          'many-entries-take-nobody': ['accepts a token whose user passes every rule'],
        },
      },
      () => {
        test('accepts a token whose user passes every rule', async () => {
          expect(await several.user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
        })

        const failing = { first: 'alix', second: 'alycia', third: 'aliza' }

        test.for(failing)('refuses a token whose user fails the %s rule', async (sub) => {
          await several.expectClaimsRefused({ sub })
        })
      },
    )

    rule(
      {
        id: 'authn.jwt.user-rule-message',
        level: 'MUST',
        open: 'userValidationRule.variable',
        says: 'The message of a user validation rule reaches someone, letter by letter, when its expression is false.',
        source: { document: 1, section, row: 'UserValidationRule.message' },
        faults: {
          'user-rules-ignored': [
            'tells the message',
            'tells a message that looks like an expression as it is',
          ],
          'user-rule-message-omitted': [
            'tells the message',
            'tells a message that looks like an expression as it is',
          ],
        },
      },
      () => {
        test('tells the message', async () => {
          await expectTold(
            reserved,
            await reserved.mint({ sub: 'system:admin' }),
            'the prefix system: is reserved',
          )
        })

        test('tells a message that looks like an expression as it is', async () => {
          await expectTold(literal, await literal.mint({ sub: 'system:admin' }), literalMessage)
        })
      },
    )

    rule(
      {
        id: 'authn.jwt.user-rule-variable',
        level: 'UNSPECIFIED',
        open: 'userValidationRule.variable',
        says: 'The name of the variable that holds the user is not shown.',
        source: { document: 1, section, row: 'UserValidationRule.expression: variable' },
      },
      () => {
        test('observes the name that the dialect has for it', async (check) => {
          const variable = check.open('userValidationRule.variable')
          const { status } = await silent.whoAmI(await silent.mint({ sub: 'mallory' }))
          check.observe('variable', variable)
          check.observe('status for a user that its rule forbids', status)
        })
      },
    )
  },
)
