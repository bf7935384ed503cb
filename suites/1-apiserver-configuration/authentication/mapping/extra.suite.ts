import { formerly, expect, refuses, rulesOf, says, seeing, test } from '#kit'
import { type JwtAuthenticator, withMappings } from '../../../shared/authentication/configuration.ts'
import { type Authenticator } from '../../../shared/authentication/authenticators.ts'
import { tokens } from '../token-servers.ts'
import { nonStringListValues } from './values.ts'

const section = 'AuthenticationConfiguration'

const { must } = rulesOf({ document: 1, section })

const key = 'example.org/team'
const withExtraMappings = (plain: JwtAuthenticator, ...extra: readonly object[]): JwtAuthenticator =>
  withMappings(plain, { extra })

const { one, made } = tokens.authenticators('extra', {
  one: (plain) => withExtraMappings(plain, { key, valueExpression: 'claims.team' }),
  made: (plain) =>
    withExtraMappings(plain, { key, valueExpression: "['team ' + claims.team, 'site ' + claims.site]" }),
})

must('authn.jwt.extra-expression-yields-a-string-or-list', 'valueExpression', () => {
  says('A valueExpression yields a string or a list of strings, and these are the values of its key.')
  const values = {
    'one value for a string': seeing(['extra-single-string-refused'], {
      team: 'blue',
      expected: ['blue'],
    }),
    'one value for a list with one string': formerly('one value for a list of one', {
      team: ['blue'],
      expected: ['blue'],
    }),
    'every value of a list': seeing(['only-first-extra-value-kept'], {
      team: ['blue', 'red'],
      expected: ['blue', 'red'],
    }),
  }

  test
    .for(values)('gives %s', async ({ team, expected }) => {
      expect(await valuesOf(one, { team })).toEqual(expected)
    })
    .sees('extra-not-mapped')

  test('gives the values of a list that the expression makes of two claims', async () => {
    expect(await valuesOf(made, { team: 'blue', site: 'n' })).toEqual(['team blue', 'site n'])
  }).sees('only-first-extra-value-kept')

  refuses
    .for(nonStringListValues)('a token for which the expression yields %s', async (team) => {
      await one.expectClaimsRefused({ team })
    })
    .sees((team) => (Array.isArray(team) ? 'extra-non-strings-skipped' : 'extra-type-ignored'))

  refuses('a token for which the expression cannot be evaluated', async () => {
    await one.expectClaimsRefused({})
  }).sees('mapping-error-means-empty')
})

must('authn.jwt.extra-empty-result-is-absent', { row: 'valueExpression', aspect: 'empty results' }, () => {
  says(
    'For an empty string, an empty list or null the key is absent; empty strings inside a list are dropped.',
  )
  const emptyValues = {
    'an empty string': seeing(['extra-empty-string-kept'], ''),
    'an empty list': seeing(['extra-empty-list-kept'], []),
    null: seeing(['extra-null-refused'], null),
    'a list of empty strings': seeing(['extra-empty-list-kept'], ['', '']),
  }

  test.for(emptyValues)('leaves the key out for %s', async (team) => {
    expect(await valuesOf(one, { team })).toBeUndefined()
  })

  test('drops empty strings inside a list', async () => {
    expect(await valuesOf(one, { team: ['', 'blue', '', 'red'] })).toEqual(['blue', 'red'])
  }).sees('extra-empty-elements-kept')
})

async function valuesOf(
  authenticator: Authenticator,
  claims: object,
): Promise<readonly string[] | undefined> {
  return (await authenticator.user({ ...claims })).extra?.[key]
}
