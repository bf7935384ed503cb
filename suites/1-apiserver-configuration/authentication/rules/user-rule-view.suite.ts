import { accepts, expect, formerly, refuses, rulesOf, says, seeing } from '#kit'
import { tokens } from '../token-servers.ts'
import { type UserRule, withUserRules } from './refused-users.ts'

const section = 'AuthenticationConfiguration'

const { must } = rulesOf({ document: 1, section, open: 'userValidationRule.variable' })

const key = 'example.org/team'

const notSystemRules = (user: string): readonly UserRule[] => [
  { expression: `!${user}.username.startsWith('system:')` },
]

const { reserved, prefixed, attributes } = tokens.authenticators('user-rule-view', {
  reserved: withUserRules(notSystemRules),
  prefixed: withUserRules(notSystemRules, { username: { claim: 'sub', prefix: 'p:' } }),
  attributes: withUserRules(
    (user) => [
      { expression: `${user}.uid == 'u-1'` },
      { expression: `'g:dev' in ${user}.groups` },
      { expression: `${user}.extra['${key}'] == ['blue']` },
    ],
    {
      uid: { claim: 'id' },
      groups: { claim: 'teams', prefix: 'g:' },
      extra: [{ key, valueExpression: 'claims.team' }],
    },
  ),
})

must('authn.jwt.user-rules-see-final-user', { row: 'userValidationRules', aspect: 'final user' }, () => {
  says(
    'User validation rules look at the user as mapped: the name and groups with their prefixes, the uid and the extra.',
  )
  const passingClaims = { sub: 'alice', id: 'u-1', teams: ['dev'], team: 'blue' }

  accepts(
    { title: 'a token whose user meets the rules', id: 'a token whose user is as the rules want' },
    async () => {
      expect(await attributes.user(passingClaims)).toMatchObject({ username: 'alice', uid: 'u-1' })
    },
  ).sees('user-rules-do-not-see-uid')

  const failingClaims = {
    'another uid': formerly('uid', seeing(['only-last-user-rule-applied'], { id: 'u-2' })),
    'other groups': formerly('groups', seeing(['only-last-user-rule-applied'], { teams: ['ops'] })),
    'another extra value': formerly('extra', seeing(['only-first-user-rule-applied'], { team: 'red' })),
  }

  refuses.for(failingClaims)(
    { title: 'a token whose user has %s', id: 'a token whose user has another %s' },
    async (misfit) => {
      await attributes.expectClaimsRefused({ ...passingClaims, ...misfit })
    },
  )

  refuses('a token for whose user a rule cannot be evaluated', async () => {
    await attributes.expectClaimsRefused({ ...passingClaims, team: '' })
  }).sees('user-rule-error-accepted')

  refuses('a token whose user has a reserved name', async () => {
    await reserved.expectClaimsRefused({ sub: 'system:admin' })
  }).sees('user-rules-ignored')

  accepts('a token whose reserved name has a prefix', async () => {
    expect(await prefixed.user({ sub: 'system:admin' })).toMatchObject({ username: 'p:system:admin' })
  }).sees('user-rules-see-name-without-prefix')
})
