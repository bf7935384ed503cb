import { rule, test } from '#harness/check/rule.ts'
import { expect } from '#harness/check/expect.ts'
import { type JwtAuthenticator, withMappings } from '../../fixtures/authentication-configuration.ts'
import { type Authenticator, subject } from '../../fixtures/authenticators.ts'
import { notStringLists } from './values.ts'

const section = 'AuthenticationConfiguration'
const key = 'example.org/team'
const mapped = (plain: JwtAuthenticator, ...extra: readonly object[]): JwtAuthenticator =>
  withMappings(plain, { extra })

// Each differs from the usual form in one way that the rules for keys allow.
const keys = [
  'example.org/a',
  'sub.example.org/a/b',
  'a1-b.example/x',
  '0.example/y',
  'localhost/z',
  "example.org/-._~!$&'()*+,;=:",
  'example.org/a%20b',
]

/** `claimMappings.extra`. */
export const extra = subject(
  {
    one: (plain) => mapped(plain, { key, valueExpression: 'claims.team' }),
    two: (plain) =>
      mapped(
        plain,
        { key, valueExpression: 'claims.team' },
        { key: 'example.org/site', valueExpression: 'claims.site' },
      ),
    many: (plain) => mapped(plain, ...keys.map((each) => ({ key: each, valueExpression: 'claims.team' }))),
    made: (plain) =>
      mapped(plain, { key, valueExpression: "['team ' + claims.team, 'site ' + claims.site]" }),
    none: (plain) => plain,
  },
  ({ one, two, many, made, none }) => {
    rule(
      {
        id: 'authn.jwt.extra-expression-yields-a-string-or-list',
        level: 'MUST',
        says: 'A valueExpression yields a string or a list of strings, and these are the values of its key.',
        source: { document: 1, section, row: 'ExtraMapping.valueExpression' },
        faults: {
          'extra-not-mapped': [
            'gives one value for a string',
            'gives one value for a list of one',
            'gives every value of a list',
            'gives the values of a list that the expression makes of two claims',
          ],
          'only-first-extra-value-kept': [
            'gives every value of a list',
            'gives the values of a list that the expression makes of two claims',
          ],
          'extra-single-string-refused': ['gives one value for a string'],
          'extra-type-ignored': [
            'refuses a token for which the expression yields a number',
            'refuses a token for which the expression yields a boolean',
            'refuses a token for which the expression yields an object',
          ],
          'extra-non-strings-skipped': [
            'refuses a token for which the expression yields a list with a number',
            'refuses a token for which the expression yields a list with a list',
          ],
          'many-entries-take-nobody': [
            'gives one value for a string',
            'gives one value for a list of one',
            'gives every value of a list',
            'gives the values of a list that the expression makes of two claims',
          ],
          'mapping-error-means-empty': ['refuses a token for which the expression cannot be evaluated'],
        },
      },
      () => {
        const values = {
          'one value for a string': { team: 'blue', expected: ['blue'] },
          'one value for a list of one': { team: ['blue'], expected: ['blue'] },
          'every value of a list': { team: ['blue', 'red'], expected: ['blue', 'red'] },
        }

        test.for(values)('gives %s', async ({ team, expected }) => {
          expect(await valuesOf(one, { team })).toEqual(expected)
        })

        test('gives the values of a list that the expression makes of two claims', async () => {
          expect(await valuesOf(made, { team: 'blue', site: 'n' })).toEqual(['team blue', 'site n'])
        })

        test.for(notStringLists)('refuses a token for which the expression yields %s', async (team) => {
          await one.expectClaimsRefused({ team })
        })

        test('refuses a token for which the expression cannot be evaluated', async () => {
          await one.expectClaimsRefused({})
        })
      },
    )

    rule(
      {
        id: 'authn.jwt.extra-empty-result-is-absent',
        level: 'MUST',
        says: 'For an empty string, an empty list or null the key is absent; empty strings inside a list are dropped.',
        source: { document: 1, section, row: 'ExtraMapping.valueExpression: empty results' },
        faults: {
          'extra-not-mapped': ['drops empty strings inside a list'],
          'only-first-extra-value-kept': ['drops empty strings inside a list'],
          'extra-null-refused': ['leaves the key out for null'],
          'extra-empty-string-kept': ['leaves the key out for an empty string'],
          'extra-empty-list-kept': [
            'leaves the key out for an empty list',
            'leaves the key out for a list of empty strings',
          ],
          'extra-empty-elements-kept': [
            'leaves the key out for a list of empty strings',
            'drops empty strings inside a list',
          ],
          'many-entries-take-nobody': [
            'leaves the key out for an empty string',
            'leaves the key out for an empty list',
            'leaves the key out for null',
            'leaves the key out for a list of empty strings',
            'drops empty strings inside a list',
          ],
        },
      },
      () => {
        const empty = {
          'an empty string': '',
          'an empty list': [],
          null: null,
          'a list of empty strings': ['', ''],
        }

        test.for(empty)('leaves the key out for %s', async (team) => {
          expect(await valuesOf(one, { team })).toBeUndefined()
        })

        test('drops empty strings inside a list', async () => {
          expect(await valuesOf(one, { team: ['', 'blue', '', 'red'] })).toEqual(['blue', 'red'])
        })
      },
    )

    rule(
      {
        id: 'authn.jwt.extra-mappings',
        level: 'MUST',
        says: 'Each mapping of extra adds its key to the user, and a mapping with an empty result adds nothing.',
        source: { document: 1, section, row: 'ClaimMappings.extra' },
        faults: {
          'extra-not-mapped': [
            'gives the keys of all mappings',
            'gives the other keys where one mapping has an empty result',
          ],
          'only-first-extra-mapped': [
            'gives the keys of all mappings',
            'gives the other keys where one mapping has an empty result',
          ],
          'only-first-extra-value-kept': ['gives the keys of all mappings'],
          'extra-single-string-refused': [
            'gives the keys of all mappings',
            'gives the other keys where one mapping has an empty result',
          ],
          'extra-empty-string-kept': ['gives the other keys where one mapping has an empty result'],
          'many-entries-take-nobody': [
            'gives the keys of all mappings',
            'gives the other keys where one mapping has an empty result',
            'gives no keys without mappings',
          ],
        },
      },
      () => {
        test('gives the keys of all mappings', async () => {
          expect(await two.user({ team: 'blue', site: ['n', 's'] })).toMatchObject({
            extra: { [key]: ['blue'], 'example.org/site': ['n', 's'] },
          })
        })

        test('gives the other keys where one mapping has an empty result', async () => {
          const { extra: given } = await two.user({ team: '', site: 's' })

          expect(given).toMatchObject({ 'example.org/site': ['s'] })
          expect(given).not.toHaveProperty([key])
        })

        test('gives no keys without mappings', async () => {
          const { extra: given = {} } = await none.user({ team: 'blue' })

          expect(Object.keys(given).filter((name) => name.startsWith('example.org/'))).toEqual([])
        })
      },
    )

    rule(
      {
        id: 'authn.jwt.extra-key-is-kept',
        level: 'MUST',
        says: 'Any lower-case path below a valid subdomain is a key, and the user has it letter by letter.',
        source: { document: 1, section, row: 'ExtraMapping.key' },
        faults: {
          'extra-not-mapped': ['gives keys of every legal form'],
          'only-first-extra-mapped': ['gives keys of every legal form'],
          'extra-single-string-refused': ['gives keys of every legal form'],
          'many-entries-take-nobody': ['gives keys of every legal form'],
        },
      },
      () => {
        test('gives keys of every legal form', async () => {
          expect(await many.user({ team: 'blue' })).toMatchObject({
            extra: Object.fromEntries(keys.map((each) => [each, ['blue']])),
          })
        })
      },
    )
  },
)

async function valuesOf(
  authenticator: Authenticator,
  claims: object,
): Promise<readonly string[] | undefined> {
  return (await authenticator.user({ ...claims })).extra?.[key]
}
