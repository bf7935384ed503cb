import { expect, refuses, rulesOf, says, test } from '#kit'
import { type JwtAuthenticator, withMappings } from '../../../shared/authentication/configuration.ts'
import { type Authenticator, mappedGroups } from '../../../shared/authentication/authenticator.ts'
import { tokens } from '../token-servers.ts'
import { groupValues, nonStringListValues } from './values.ts'

const section = 'AuthenticationConfiguration'

const { must, unspecified } = rulesOf({ document: 1, section })

const withGroupsMapping = (plain: JwtAuthenticator, groups: object): JwtAuthenticator =>
  withMappings(plain, { groups })

const { claim, prefixed, dashed, expression, none } = tokens.authenticators('groups', {
  claim: (plain) => withGroupsMapping(plain, { claim: 'teams', prefix: '' }),
  prefixed: (plain) => withGroupsMapping(plain, { claim: 'teams', prefix: 'g:' }),
  dashed: (plain) => withGroupsMapping(plain, { claim: 'teams', prefix: '-' }),
  expression: (plain) => withGroupsMapping(plain, { expression: 'claims.teams' }),
  none: (plain) => plain,
})

must('authn.jwt.groups-claim-is-a-string-or-list', 'groups', () => {
  says(
    'The claim of groups is a string or a list of strings; empty text, an empty list and null mean no groups.',
  )
  test.for(groupValues)('gives %s', async ({ teams, groups: expected }) => {
    expect(await claim.groups({ teams })).toEqual(expected)
  })

  test(
    {
      title: 'gives no group for a token without the claim',
      id: 'gives no group for a token that has not the claim',
    },
    async () => {
      expect(await claim.groups({})).toEqual([])
    },
  ).sees('groups-claim-missing-refused')

  refuses
    .for(nonStringListValues)('a token whose claim is %s', async (teams) => {
      await claim.expectClaimsRefused({ teams })
    })
    .sees((teams) => (Array.isArray(teams) ? 'groups-non-strings-skipped' : 'groups-claim-type-ignored'))
})

must(
  'authn.jwt.groups-prefix-is-put-before',
  {
    rows: [
      'PrefixedClaimOrExpression.claim',
      'PrefixedClaimOrExpression.prefix',
      'PrefixedClaimOrExpression.expression',
    ],
    aspect: 'prefix of groups',
  },
  () => {
    says('groups.prefix is put before each group of the claim as it is.')
    test('puts the prefix before every group of a list', async () => {
      expect(await prefixed.groups({ teams: ['dev', 'ops'] })).toEqual(['g:dev', 'g:ops'])
    }).sees('groups-prefix-on-first-only')

    test('puts the prefix before a single string', async () => {
      expect(await prefixed.groups({ teams: 'dev' })).toEqual(['g:dev'])
    }).sees('groups-single-string-refused')

    test('puts a dash as prefix before the group', async () => {
      expect(await dashed.groups({ teams: ['dev'] })).toEqual(['-dev'])
    }).sees('groups-prefix-omitted')

    test(
      { title: 'gives no group for an empty string', id: 'gives no group for an empty text' },
      async () => {
        expect(await prefixed.groups({ teams: '' })).toEqual([])
      },
    ).sees('groups-empty-string-kept')

    test('gives no group for an empty list', async () => {
      expect(await prefixed.groups({ teams: [] })).toEqual([])
    }).sees('groups-empty-list-refused')
  },
)

must('authn.jwt.groups-are-optional', { row: 'groups', aspect: 'optional' }, () => {
  says('Without groups in claimMappings no claim gives groups.')
  test('gives no group to a token with a groups claim', async () => {
    expect(await none.groups({ groups: ['dev'], teams: ['dev'] })).toEqual([])
  }).sees('groups-mapped-without-mapping')
})

unspecified('authn.jwt.empty-group-names', { row: 'groups', aspect: 'empty strings' }, () => {
  says('Whether an empty string inside a list is a group is open.')
  test(
    { title: 'records the groups of a token with empty strings', id: 'observes empty strings as groups' },
    async (check) => {
      const groupsOfCaller = async (of: Authenticator, teams: unknown): Promise<unknown> => {
        const { status, user } = await of.whoAmI(await of.mint({ teams }))
        return user === undefined ? status : mappedGroups(user)
      }
      check.observe('groups of a claim with an empty element', await groupsOfCaller(claim, ['a', '', 'b']))
      check.observe(
        'groups of an expression with an empty element',
        await groupsOfCaller(expression, ['a', '', 'b']),
      )
      check.observe('groups of a claim with null in its list', await groupsOfCaller(claim, ['a', null]))
    },
  )
})
