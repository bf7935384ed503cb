import { rule, test } from '#harness/check/rule.ts'
import { expect } from '#harness/check/expect.ts'
import { type JwtAuthenticator, withMappings } from '../../fixtures/authentication-configuration.ts'
import { type Authenticator, mappedGroups } from '../../fixtures/authenticator.ts'
import { subject } from '../../fixtures/authenticators.ts'
import { notStringLists } from './values.ts'

const section = 'AuthenticationConfiguration'
const grouped = (plain: JwtAuthenticator, groups: object): JwtAuthenticator => withMappings(plain, { groups })

/** `claimMappings.groups`. */
export const groups = subject(
  {
    claim: (plain) => grouped(plain, { claim: 'teams', prefix: '' }),
    prefixed: (plain) => grouped(plain, { claim: 'teams', prefix: 'g:' }),
    dashed: (plain) => grouped(plain, { claim: 'teams', prefix: '-' }),
    expression: (plain) => grouped(plain, { expression: 'claims.teams' }),
    made: (plain) => grouped(plain, { expression: "['role:' + claims.role, 'team:' + claims.team]" }),
    none: (plain) => plain,
  },
  ({ claim, prefixed, dashed, expression, made, none }) => {
    const values: Record<string, { readonly teams: unknown; readonly groups: readonly string[] }> = {
      'one group for a string': { teams: 'dev', groups: ['dev'] },
      'one group for a list of one': { teams: ['dev'], groups: ['dev'] },
      'every group of a list': { teams: ['dev', 'ops', 'all'], groups: ['all', 'dev', 'ops'] },
      'no group for an empty list': { teams: [], groups: [] },
      'no group for null': { teams: null, groups: [] },
    }

    rule(
      {
        id: 'authn.jwt.groups-claim-is-a-string-or-list',
        level: 'MUST',
        says: 'The claim of groups is a string or a list of strings; an empty list and null mean no groups.',
        source: { document: 1, section, row: 'ClaimMappings.groups' },
        faults: {
          'groups-claim-missing-refused': ['gives no group for a token that has not the claim'],
          'groups-single-string-refused': ['gives one group for a string'],
          'groups-list-refused': ['gives one group for a list of one', 'gives every group of a list'],
          'groups-null-refused': ['gives no group for null'],
          'groups-empty-list-refused': ['gives no group for an empty list'],
          'groups-non-strings-skipped': [
            'refuses a token whose claim is a list with a number',
            'refuses a token whose claim is a list with a list',
          ],
          'groups-claim-type-ignored': [
            'refuses a token whose claim is a number',
            'refuses a token whose claim is a boolean',
            'refuses a token whose claim is an object',
          ],
          'only-first-group-mapped': ['gives every group of a list'],
          'many-entries-take-nobody': [
            'gives one group for a string',
            'gives one group for a list of one',
            'gives every group of a list',
            'gives no group for an empty list',
            'gives no group for null',
            'gives no group for a token that has not the claim',
          ],
        },
      },
      () => {
        test.for(values)('gives %s', async ({ teams, groups: expected }) => {
          expect(await claim.groups({ teams })).toEqual(expected)
        })

        test('gives no group for a token that has not the claim', async () => {
          expect(await claim.groups({})).toEqual([])
        })

        test.for(notStringLists)('refuses a token whose claim is %s', async (teams) => {
          await claim.expectClaimsRefused({ teams })
        })
      },
    )

    rule(
      {
        id: 'authn.jwt.groups-prefix-is-put-before',
        level: 'MUST',
        says: 'groups.prefix is put before each group of the claim as it is.',
        source: { document: 1, section, row: 'PrefixedClaimOrExpression: prefix of groups' },
        faults: {
          'groups-single-string-refused': ['puts the prefix before a single string'],
          'groups-list-refused': [
            'puts the prefix before every group of a list',
            'puts a dash as prefix before the group',
          ],
          'groups-empty-list-refused': ['gives no group for an empty list'],
          'groups-prefix-omitted': [
            'puts the prefix before every group of a list',
            'puts the prefix before a single string',
            'puts a dash as prefix before the group',
          ],
          'groups-prefix-on-first-only': ['puts the prefix before every group of a list'],
          'only-first-group-mapped': ['puts the prefix before every group of a list'],
          'many-entries-take-nobody': [
            'puts the prefix before every group of a list',
            'puts the prefix before a single string',
            'puts a dash as prefix before the group',
            'gives no group for an empty list',
          ],
        },
      },
      () => {
        test('puts the prefix before every group of a list', async () => {
          expect(await prefixed.groups({ teams: ['dev', 'ops'] })).toEqual(['g:dev', 'g:ops'])
        })

        test('puts the prefix before a single string', async () => {
          expect(await prefixed.groups({ teams: 'dev' })).toEqual(['g:dev'])
        })

        test('puts a dash as prefix before the group', async () => {
          expect(await dashed.groups({ teams: ['dev'] })).toEqual(['-dev'])
        })

        test('gives no group for an empty list', async () => {
          expect(await prefixed.groups({ teams: [] })).toEqual([])
        })
      },
    )

    rule(
      {
        id: 'authn.jwt.groups-expression-yields-a-string-or-list',
        level: 'MUST',
        says: 'The expression of groups yields a string or a list of strings; an empty string, an empty list and null mean no groups.',
        source: { document: 1, section, row: 'ClaimMappings.groups: expression' },
        faults: {
          'groups-single-string-refused': ['gives one group for a string'],
          'groups-list-refused': [
            'gives one group for a list of one',
            'gives every group of a list',
            'gives the groups of a list that the expression makes of two claims',
          ],
          'groups-null-refused': ['gives no group for null'],
          'groups-empty-list-refused': ['gives no group for an empty list'],
          'groups-empty-string-kept': ['gives no group for an empty string'],
          'groups-non-strings-skipped': [
            'refuses a token for which the expression yields a list with a number',
            'refuses a token for which the expression yields a list with a list',
          ],
          'groups-expression-type-ignored': [
            'refuses a token for which the expression yields a number',
            'refuses a token for which the expression yields a boolean',
            'refuses a token for which the expression yields an object',
          ],
          'only-first-group-mapped': [
            'gives every group of a list',
            'gives the groups of a list that the expression makes of two claims',
          ],
          'many-entries-take-nobody': [
            'gives one group for a string',
            'gives one group for a list of one',
            'gives every group of a list',
            'gives no group for an empty list',
            'gives no group for null',
            'gives no group for an empty string',
            'gives the groups of a list that the expression makes of two claims',
          ],
          'mapping-error-means-empty': ['refuses a token for which the expression cannot be evaluated'],
        },
      },
      () => {
        const more = { ...values, 'no group for an empty string': { teams: '', groups: [] } }

        test.for(more)('gives %s', async ({ teams, groups: expected }) => {
          expect(await expression.groups({ teams })).toEqual(expected)
        })

        test('gives the groups of a list that the expression makes of two claims', async () => {
          expect(await made.groups({ role: 'lead', team: 'dev' })).toEqual(['role:lead', 'team:dev'])
        })

        test.for(notStringLists)('refuses a token for which the expression yields %s', async (teams) => {
          await expression.expectClaimsRefused({ teams })
        })

        test('refuses a token for which the expression cannot be evaluated', async () => {
          await expression.expectClaimsRefused({})
        })
      },
    )

    rule(
      {
        id: 'authn.jwt.groups-are-optional',
        level: 'MUST',
        says: 'Without groups in claimMappings no claim gives groups.',
        source: { document: 1, section, row: 'ClaimMappings.groups: optional' },
        faults: {
          'many-entries-take-nobody': ['gives no group to a token with a groups claim'],
        },
      },
      () => {
        test('gives no group to a token with a groups claim', async () => {
          expect(await none.groups({ groups: ['dev'], teams: ['dev'] })).toEqual([])
        })
      },
    )

    rule(
      {
        id: 'authn.jwt.empty-group-names',
        level: 'UNSPECIFIED',
        says: 'Whether an empty string in the groups claim, or inside a list, is a group is open.',
        source: { document: 1, section, row: 'ClaimMappings.groups: empty strings' },
      },
      () => {
        test('observes empty strings as groups', async (check) => {
          const seen = async (of: Authenticator, teams: unknown): Promise<unknown> => {
            const { status, user } = await of.whoAmI(await of.mint({ teams }))
            return user === undefined ? status : mappedGroups(user)
          }
          check.observe('groups of an empty claim under the prefix g:', await seen(prefixed, ''))
          check.observe('groups of a claim with an empty element', await seen(claim, ['a', '', 'b']))
          check.observe(
            'groups of an expression with an empty element',
            await seen(expression, ['a', '', 'b']),
          )
          check.observe('groups of a claim with null in its list', await seen(claim, ['a', null]))
        })
      },
    )
  },
)
