import { accepts, expect, refuses, rulesOf, says, seeing, test } from '#kit'
import { tokens } from '../token-servers.ts'
import { expectReported } from '../mapping/reported-errors.ts'
import { withUserRules } from './refused-users.ts'

const section = 'AuthenticationConfiguration'

const { must, unspecified } = rulesOf({ document: 1, section, open: 'userValidationRule.variable' })

// Text that resembles an expression or a template must arrive unchanged.
const literalMessage = 'user.username is not {{user.username}} or $1'

const { silent, reserved, literal, several } = tokens.authenticators('user-rules', {
  silent: withUserRules((user) => [{ expression: `${user}.username != 'mallory'` }]),
  reserved: withUserRules((user) => [
    { expression: `!${user}.username.startsWith('system:')`, message: 'the prefix system: is reserved' },
  ]),
  literal: withUserRules((user) => [
    { expression: `!${user}.username.startsWith('system:')`, message: literalMessage },
  ]),
  several: withUserRules((user) =>
    ['x', 'y', 'z'].map((letter) => ({ expression: `!${user}.username.contains('${letter}')` })),
  ),
})

must('authn.jwt.user-rule-must-hold', { row: 'expression', aspect: 'of UserValidationRule' }, () => {
  says('A token is refused unless the expression of a user validation rule yields true for its user.')
  accepts('a token for whose user the expression is true', async () => {
    expect(await silent.user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
  }).sees('many-entries-take-nobody')

  refuses('a token for whose user the expression is false', async () => {
    await silent.expectClaimsRefused({ sub: 'mallory' })
  }).sees('user-rules-ignored')
})

must('authn.jwt.every-user-rule-must-hold', 'userValidationRules', () => {
  says('A token is refused if any of the user validation rules fails, whatever its position in the list.')
  accepts('a token whose user passes every rule', async () => {
    expect(await several.user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
  }).sees('many-entries-take-nobody')

  const failingUsers = {
    first: seeing(['only-last-user-rule-applied'], 'alix'),
    second: seeing(['only-last-user-rule-applied'], 'alycia'),
    third: seeing(['only-first-user-rule-applied'], 'aliza'),
  }

  refuses.for(failingUsers)('a token whose user fails the %s rule', async (sub) => {
    await several.expectClaimsRefused({ sub })
  })
})

must('authn.jwt.user-rule-message', { row: 'message', aspect: 'of UserValidationRule' }, () => {
  says(
    'The message of a user validation rule reaches someone, letter by letter, when its expression is false.',
  )
  test(
    { title: 'the message of the rule is reported when a token is refused', id: 'tells the message' },
    async () => {
      await expectReported(
        reserved,
        await reserved.mint({ sub: 'system:admin' }),
        'the prefix system: is reserved',
      )
    },
  ).sees('user-rule-message-omitted')

  test(
    {
      title: 'a message that looks like an expression is reported verbatim',
      id: 'tells a message that looks like an expression as it is',
    },
    async () => {
      await expectReported(literal, await literal.mint({ sub: 'system:admin' }), literalMessage)
    },
  ).sees('user-rule-message-omitted')
})

unspecified(
  'authn.jwt.user-rule-variable',
  { row: 'expression', aspect: 'of UserValidationRule, variable' },
  () => {
    says('Unspecified: the name of the variable that contains the user.')
    test(
      {
        title: 'records the name of the variable that contains the user',
        id: 'observes the name that the dialect has for it',
      },
      async (check) => {
        const variable = check.open('userValidationRule.variable')
        const { status } = await silent.whoAmI(await silent.mint({ sub: 'mallory' }))
        check.observe('variable', variable)
        check.observe('status for a user that its rule forbids', status)
      },
    )
  },
)
