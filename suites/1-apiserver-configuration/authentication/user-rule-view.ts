import { rule, test } from '#harness/check/rule.ts'
import { expect } from '#harness/check/expect.ts'
import { subject } from '../../fixtures/authenticators.ts'
import { type UserRule, userRuled } from '../../fixtures/user-rules.ts'

const section = 'AuthenticationConfiguration'
const key = 'example.org/team'

const notSystem = (user: string): readonly UserRule[] => [
  { expression: `!${user}.username.startsWith('system:')` },
]

/** What user validation rules look at. */
export const userRuleView = subject(
  {
    reserved: userRuled(notSystem),
    prefixed: userRuled(notSystem, { username: { claim: 'sub', prefix: 'p:' } }),
    attributes: userRuled(
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
  },
  ({ reserved, prefixed, attributes }) => {
    rule(
      {
        id: 'authn.jwt.user-rules-see-final-user',
        level: 'MUST',
        open: 'userValidationRule.variable',
        says: 'User validation rules look at the user as mapped: the name and groups with their prefixes, the uid and the extra.',
        source: { document: 1, section, row: 'JWTAuthenticator.userValidationRules: final user' },
        faults: {
          'username-prefix-omitted': ['accepts a token whose reserved name has a prefix'],
          'groups-list-refused': ['accepts a token whose user is as the rules want'],
          'groups-prefix-omitted': ['accepts a token whose user is as the rules want'],
          'uid-not-mapped': ['accepts a token whose user is as the rules want'],
          'extra-not-mapped': ['accepts a token whose user is as the rules want'],
          'extra-single-string-refused': ['accepts a token whose user is as the rules want'],
          'user-rules-ignored': [
            'refuses a token whose user has another uid',
            'refuses a token whose user has another groups',
            'refuses a token whose user has another extra',
            'refuses a token for whose user a rule cannot be evaluated',
            'refuses a token whose user has a reserved name',
          ],
          'user-rule-error-accepted': ['refuses a token for whose user a rule cannot be evaluated'],
          'user-rules-do-not-see-uid': ['accepts a token whose user is as the rules want'],
          'user-rules-do-not-see-groups': ['accepts a token whose user is as the rules want'],
          'user-rules-do-not-see-extra': ['accepts a token whose user is as the rules want'],
          'user-rules-see-name-without-prefix': ['accepts a token whose reserved name has a prefix'],
          'only-first-user-rule-applied': [
            'refuses a token whose user has another groups',
            'refuses a token whose user has another extra',
            'refuses a token for whose user a rule cannot be evaluated',
          ],
          'only-last-user-rule-applied': [
            'refuses a token whose user has another uid',
            'refuses a token whose user has another groups',
          ],
          'one-user-rule-suffices': [
            'refuses a token whose user has another uid',
            'refuses a token whose user has another groups',
            'refuses a token whose user has another extra',
            'refuses a token for whose user a rule cannot be evaluated',
          ],
          'many-entries-take-nobody': [
            'accepts a token whose user is as the rules want',
            'accepts a token whose reserved name has a prefix',
          ],
        },
      },
      () => {
        const all = { sub: 'alice', id: 'u-1', teams: ['dev'], team: 'blue' }

        test('accepts a token whose user is as the rules want', async () => {
          expect(await attributes.user(all)).toMatchObject({ username: 'alice', uid: 'u-1' })
        })

        const misfits = {
          uid: { id: 'u-2' },
          groups: { teams: ['ops'] },
          extra: { team: 'red' },
        }

        test.for(misfits)('refuses a token whose user has another %s', async (misfit) => {
          await attributes.expectClaimsRefused({ ...all, ...misfit })
        })

        test('refuses a token for whose user a rule cannot be evaluated', async () => {
          await attributes.expectClaimsRefused({ ...all, team: '' })
        })

        test('refuses a token whose user has a reserved name', async () => {
          await reserved.expectClaimsRefused({ sub: 'system:admin' })
        })

        test('accepts a token whose reserved name has a prefix', async () => {
          expect(await prefixed.user({ sub: 'system:admin' })).toMatchObject({ username: 'p:system:admin' })
        })
      },
    )
  },
)
