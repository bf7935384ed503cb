import { expect, refuses, rulesOf, says, test } from '#kit'
import { withMappings } from '../../../shared/authentication/configuration.ts'
import { tokens } from '../token-servers.ts'
import { groupValues, nonStringListValues } from './values.ts'

const { must } = rulesOf({ document: 1, section: 'AuthenticationConfiguration' })

const { expression, made } = tokens.authenticators('groups-expression', {
  expression: (plain) => withMappings(plain, { groups: { expression: 'claims.teams' } }),
  made: (plain) =>
    withMappings(plain, { groups: { expression: "['role:' + claims.role, 'team:' + claims.team]" } }),
})

must('authn.jwt.groups-expression-yields-a-string-or-list', { row: 'groups', aspect: 'expression' }, () => {
  says(
    'The expression of groups yields a string or a list of strings; an empty string, an empty list and null mean no groups.',
  )
  test.for(groupValues)('gives %s', async ({ teams, groups: expected }) => {
    expect(await expression.groups({ teams })).toEqual(expected)
  })

  test('gives the groups of a list that the expression makes of two claims', async () => {
    expect(await made.groups({ role: 'lead', team: 'dev' })).toEqual(['role:lead', 'team:dev'])
  }).sees('only-first-group-mapped')

  refuses
    .for(nonStringListValues)('a token for which the expression yields %s', async (teams) => {
      await expression.expectClaimsRefused({ teams })
    })
    .sees((teams) => (Array.isArray(teams) ? 'groups-non-strings-skipped' : 'groups-expression-type-ignored'))

  refuses('a token for which the expression cannot be evaluated', async () => {
    await expression.expectClaimsRefused({})
  }).sees('mapping-error-means-empty')
})
