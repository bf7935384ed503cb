import { expect, rulesOf, says, test } from '#kit'
import { type JwtAuthenticator, withMappings } from '../../../shared/authentication/configuration.ts'
import { tokens } from '../token-servers.ts'

const section = 'AuthenticationConfiguration'

const { must } = rulesOf({ document: 1, section })

const key = 'example.org/team'

// Valid keys that each differ from the usual form in one way.
const keys = [
  'example.org/a',
  'sub.example.org/a/b',
  'a1-b.example/x',
  '0.example/y',
  'localhost/z',
  "example.org/-._~!$&'()*+,;=:",
  'example.org/a%20b',
]

const withExtraMappings = (plain: JwtAuthenticator, ...extra: readonly object[]): JwtAuthenticator =>
  withMappings(plain, { extra })

const { two, many, none } = tokens.authenticators('extra-keys', {
  two: (plain) =>
    withExtraMappings(
      plain,
      { key, valueExpression: 'claims.team' },
      { key: 'example.org/site', valueExpression: 'claims.site' },
    ),
  many: (plain) =>
    withExtraMappings(plain, ...keys.map((each) => ({ key: each, valueExpression: 'claims.team' }))),
  none: (plain) => plain,
})

must('authn.jwt.extra-mappings', 'extra', () => {
  says('Each mapping of extra adds its key to the user, and a mapping with an empty result adds nothing.')
  test('gives the keys of all mappings', async () => {
    expect(await two.user({ team: 'blue', site: ['n', 's'] })).toMatchObject({
      extra: { [key]: ['blue'], 'example.org/site': ['n', 's'] },
    })
  }).sees('only-first-extra-mapped')

  test(
    {
      title: 'gives the keys of the other mappings if one mapping has an empty result',
      id: 'gives the other keys where one mapping has an empty result',
    },
    async () => {
      const { extra: given } = await two.user({ team: '', site: 's' })

      expect(given).toMatchObject({ 'example.org/site': ['s'] })
      expect(given).not.toHaveProperty([key])
    },
  ).sees('extra-empty-string-kept')

  test('gives no keys without mappings', async () => {
    const { extra: given = {} } = await none.user({ team: 'blue' })

    expect(Object.keys(given).filter((name) => name.startsWith('example.org/'))).toEqual([])
  }).sees('many-entries-take-nobody')
})

must('authn.jwt.extra-key-is-kept', 'key', () => {
  says('Any lower-case path below a valid subdomain is a key, and the user has it letter by letter.')
  test('gives keys of every legal form', async () => {
    expect(await many.user({ team: 'blue' })).toMatchObject({
      extra: Object.fromEntries(keys.map((each) => [each, ['blue']])),
    })
  }).sees('only-first-extra-mapped')
})
