import { accepts, expect, refuses, rulesOf, says, test } from '#kit'
import { tokens } from '../token-servers.ts'
import { withUserRules } from '../rules/refused-users.ts'

const { must, unspecified } = rulesOf({ document: 1, section: 'Errors' })

const aliceCondition = (subjectName: string): string => `${subjectName} == 'alice'`

const ruledAuthenticators = tokens.authenticators('rejections', {
  claimRule: (plain) => ({ ...plain, claimValidationRules: [{ expression: aliceCondition('claims.sub') }] }),
  claimRuleWithMessage: (plain) => ({
    ...plain,
    claimValidationRules: [{ expression: aliceCondition('claims.sub'), message: 'not alice' }],
  }),
  userRule: withUserRules((user) => [{ expression: aliceCondition(`${user}.username`) }]),
  userRuleWithMessage: withUserRules((user) => [
    { expression: aliceCondition(`${user}.username`), message: 'not alice' },
  ]),
})

const rules = {
  'a claim rule without message': {
    authenticator: ruledAuthenticators.claimRule,
    ignored: 'claim-rule-expression-ignored',
  },
  'a claim rule with a message': {
    authenticator: ruledAuthenticators.claimRuleWithMessage,
    ignored: 'claim-rule-expression-ignored',
  },
  'a user rule without message': {
    authenticator: ruledAuthenticators.userRule,
    ignored: 'user-rules-ignored',
  },
  'a user rule with a message': {
    authenticator: ruledAuthenticators.userRuleWithMessage,
    ignored: 'user-rules-ignored',
  },
}

must(
  'authn.jwt.false-rule-rejects',
  { row: 'ClaimValidationRule', open: 'userValidationRule.variable' },
  () => {
    says('A claim or user validation rule that is false rejects the token, whether or not it has a message.')
    accepts
      .for(rules)('a token that passes %s', async ({ authenticator }) => {
        expect(await authenticator.user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
      })
      .sees('many-entries-take-nobody')

    refuses
      .for(rules)('a token that fails %s', async ({ authenticator }) => {
        await authenticator.expectClaimsRefused({ sub: 'bob' })
      })
      .sees(({ ignored }) => ignored)
  },
)

unspecified('authn.jwt.refusal-status', 'Status codes and response bodies', () => {
  says('Unspecified: status codes and bodies of refused tokens.')
  test(
    { title: 'observes the responses to refused tokens', id: 'observes how refused tokens are answered' },
    async (check) => {
      const { claimRule, userRule } = ruledAuthenticators
      const refusedTokens = {
        'a forged signature': [claimRule, await claimRule.mint({ sub: 'alice' }, { tamper: 'signature' })],
        'a false claim rule': [claimRule, await claimRule.mint({ sub: 'bob' })],
        'a false user rule': [userRule, await userRule.mint({ sub: 'bob' })],
      } as const
      for (const [cause, [authenticator, token]] of Object.entries(refusedTokens)) {
        check.observe(`status and reason for ${cause}`, await authenticator.refusalOf(token))
      }
    },
  )

  test(
    {
      title: 'records the result of a review of refused tokens',
      id: 'observes what a review of refused tokens tells',
    },
    async (check) => {
      const { claimRuleWithMessage: withMessage } = ruledAuthenticators
      await withMessage.whoAmI(await withMessage.mint())
      const { authenticated, error = '' } = await withMessage.review(await withMessage.mint({ sub: 'bob' }))
      check.observe('authenticated', authenticated)
      check.observe('the error holds the message', error.includes('not alice'))
    },
  )

  test(
    {
      title: 'records whether a review of a valid token names its user',
      id: 'observes whether a review knows the bearer of a good token',
    },
    async (check) => {
      await ruledAuthenticators.claimRule.whoAmI(await ruledAuthenticators.claimRule.mint())
      const { authenticated, user } = await ruledAuthenticators.claimRule.review(
        await ruledAuthenticators.claimRule.mint({ sub: 'alice' }),
      )
      check.observe('authenticated', authenticated)
      check.observe('user name', user?.username)
    },
  )
})
