import { accepts, expect, formerly, refuses, rulesOf, says } from '#kit'
import { tokens } from '../token-servers.ts'
import { withUserRules } from '../rules/refused-users.ts'
import { expectReported } from '../mapping/reported-errors.ts'

const { must } = rulesOf({ document: 1, section: 'Authentication', open: 'userValidationRule.variable' })

const claimMessage = 'the level is not gold'
const userMessage = 'mallory is nobody here'

const { all } = tokens.authenticators('step-order', {
  all: (plain, issuer, context) => ({
    ...withUserRules((user) => [{ expression: `${user}.username != 'mallory'`, message: userMessage }])(
      plain,
      issuer,
      context,
    ),
    claimValidationRules: [{ expression: "claims.level == 'gold'", message: claimMessage }],
    claimMappings: { username: { claim: 'login', prefix: '' }, uid: { claim: 'id' } },
  }),
})

const passingClaims = { login: 'alice', level: 'gold', id: 'u-1' }

must('authn.jwt.order-of-steps', { row: 'JWT authenticators', aspect: 'order of the steps' }, () => {
  says(
    'Signature and standard claims come first, then claim rules, then mappings, then user rules: if a token fails two steps, the first one determines the error.',
  )
  accepts('a token that passes all steps', async () => {
    expect(await all.user(passingClaims)).toMatchObject({ username: 'alice', uid: 'u-1' })
  }).sees('uid-not-mapped')

  refuses(
    {
      title: 'a token that fails a claim rule and a user rule, with the error of the claim rule',
      id: 'by its claim rule a token that fails a user rule too',
    },
    async () => {
      const token = await all.mint({ ...passingClaims, level: 'tin', login: 'mallory' })
      await expectReported(all, token, claimMessage, userMessage)
    },
  ).sees('claim-rules-after-user-rules')

  refuses(
    {
      title: 'a token that fails a claim rule and cannot be mapped, with the error of the claim rule',
      id: 'by its claim rule a token that cannot be mapped',
    },
    async () => {
      await expectReported(all, await all.mint({ ...passingClaims, level: 'tin', id: 7 }), claimMessage)
    },
  ).sees('mappings-before-claim-rules')

  const invalidClaims = {
    'for another audience': { aud: ['another'] },
    'that has expired': formerly('whose time is over', { exp: 1_000_000_000 }),
  }

  refuses
    .for(invalidClaims)(
      {
        title: 'a token %s, without the message of the claim rule that also fails',
        id: 'without a word of its claim rule a token %s',
      },
      async (claims) => {
        await expectReported(all, await all.mint({ ...passingClaims, level: 'tin' }), claimMessage)
        await expectReported(
          all,
          await all.mint({ ...passingClaims, ...claims, level: 'tin' }),
          '',
          claimMessage,
        )
      },
    )
    .sees('claim-rules-before-standard-claims')
})
