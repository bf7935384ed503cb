import { rule, test } from '#harness/check/rule.ts'
import { expect } from '#harness/check/expect.ts'
import { subject } from '../../fixtures/authenticators.ts'
import { userRuled } from '../../fixtures/user-rules.ts'

const holds = (subjectName: string): string => `${subjectName} == 'alice'`

/** Rules that are false, with and without a message. */
export const rejections = subject(
  {
    claimRule: (plain) => ({ ...plain, claimValidationRules: [{ expression: holds('claims.sub') }] }),
    claimRuleWithMessage: (plain) => ({
      ...plain,
      claimValidationRules: [{ expression: holds('claims.sub'), message: 'not alice' }],
    }),
    userRule: userRuled((user) => [{ expression: holds(`${user}.username`) }]),
    userRuleWithMessage: userRuled((user) => [
      { expression: holds(`${user}.username`), message: 'not alice' },
    ]),
  },
  (handles) => {
    const rules = {
      'a claim rule without message': handles.claimRule,
      'a claim rule with a message': handles.claimRuleWithMessage,
      'a user rule without message': handles.userRule,
      'a user rule with a message': handles.userRuleWithMessage,
    }

    rule(
      {
        id: 'authn.jwt.false-rule-rejects',
        level: 'MUST',
        open: 'userValidationRule.variable',
        says: 'A claim or user validation rule that is false rejects the token, whether or not it has a message.',
        source: { document: 1, section: 'Errors', row: 'ClaimValidationRule' },
        faults: {
          'claim-rule-expression-ignored': [
            'refuses a token that fails a claim rule without message',
            'refuses a token that fails a claim rule with a message',
          ],
          'user-rules-ignored': [
            'refuses a token that fails a user rule without message',
            'refuses a token that fails a user rule with a message',
          ],
          'many-entries-take-nobody': [
            'accepts a token that passes a claim rule without message',
            'accepts a token that passes a claim rule with a message',
            'accepts a token that passes a user rule without message',
            'accepts a token that passes a user rule with a message',
          ],
        },
      },
      () => {
        test.for(rules)('accepts a token that passes %s', async (authenticator) => {
          expect(await authenticator.user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
        })

        test.for(rules)('refuses a token that fails %s', async (authenticator) => {
          await authenticator.expectClaimsRefused({ sub: 'bob' })
        })
      },
    )

    rule(
      {
        id: 'authn.jwt.refusal-status',
        level: 'UNSPECIFIED',
        says: 'Status codes and bodies of refused tokens are not shown.',
        source: { document: 1, section: 'Errors', row: 'Status codes and response bodies' },
      },
      () => {
        test('observes how refused tokens are answered', async (check) => {
          const { claimRule, userRule } = handles
          const refused = {
            'a forged signature': [
              claimRule,
              await claimRule.mint({ sub: 'alice' }, { tamper: 'signature' }),
            ],
            'a false claim rule': [claimRule, await claimRule.mint({ sub: 'bob' })],
            'a false user rule': [userRule, await userRule.mint({ sub: 'bob' })],
          } as const
          for (const [cause, [authenticator, token]] of Object.entries(refused)) {
            check.observe(`status and reason for ${cause}`, await authenticator.refusalOf(token))
          }
        })

        test('observes what a review of refused tokens tells', async (check) => {
          const { claimRuleWithMessage: withMessage } = handles
          await withMessage.whoAmI(await withMessage.mint())
          const { authenticated, error = '' } = await withMessage.review(
            await withMessage.mint({ sub: 'bob' }),
          )
          check.observe('authenticated', authenticated)
          check.observe('the error holds the message', error.includes('not alice'))
        })

        test('observes whether a review knows the bearer of a good token', async (check) => {
          await handles.claimRule.whoAmI(await handles.claimRule.mint())
          const { authenticated, user } = await handles.claimRule.review(
            await handles.claimRule.mint({ sub: 'alice' }),
          )
          check.observe('authenticated', authenticated)
          check.observe('user name', user?.username)
        })
      },
    )
  },
)
