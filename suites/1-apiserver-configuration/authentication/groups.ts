import { rule, test } from '#harness/check/rule.ts'
import { expect } from '#harness/check/expect.ts'
import { type JwtAuthenticator, withMappings } from '../../fixtures/authentication-configuration.ts'
import { type Authenticator, subject } from '../../fixtures/authenticators.ts'
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
        faults: {},
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
        faults: {},
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
        faults: {},
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
        faults: {},
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
          check.observe('groups of an empty claim under the prefix g:', await prefixed.groups({ teams: '' }))
          check.observe(
            'groups of a claim with an empty element',
            await claim.groups({ teams: ['a', '', 'b'] }),
          )
          check.observe(
            'groups of an expression with an empty element',
            await expression.groups({ teams: ['a', '', 'b'] }),
          )
          check.observe(
            'status for a claim with null in its list',
            await statusOf(claim, { teams: ['a', null] }),
          )
        })
      },
    )
  },
)

async function statusOf(authenticator: Authenticator, claims: object): Promise<number> {
  return (await authenticator.whoAmI(await authenticator.mint({ ...claims }))).status
}
