import { rule, test } from '#harness/check/rule.ts'
import { expect } from '#harness/check/expect.ts'
import { subject } from '../../fixtures/authenticators.ts'

/** `issuer.url` against the `iss` claim. */
export const issuerUrl = subject({ plain: (plain) => plain }, ({ plain }) => {
  rule(
    {
      id: 'authn.jwt.iss-equals-issuer-url',
      level: 'MUST',
      says: 'A token is accepted only if its iss claim and issuer.url are the same string.',
      source: { document: 1, section: 'AuthenticationConfiguration', row: 'Issuer.url' },
      faults: {
        'iss-missing-accepted': ['refuses a token whose iss is left out'],
        'iss-list-accepted': ['refuses a token whose iss is a list that holds it'],
        'iss-trailing-slash-dropped': ['refuses a token whose iss has a trailing slash'],
        'iss-compared-case-insensitively': ['refuses a token whose iss is in upper case'],
        'iss-prefix-accepted': [
          'refuses a token whose iss has a trailing slash',
          'refuses a token whose iss is a path below it',
          'refuses a token whose iss ends in a blank',
        ],
        'iss-cut-short-accepted': ['refuses a token whose iss is one character short'],
        'iss-without-scheme-accepted': ['refuses a token whose iss lacks the scheme'],
        'iss-blanks-trimmed': ['refuses a token whose iss ends in a blank'],
        'iss-path-ignored': [
          'refuses a token whose iss has a trailing slash',
          'refuses a token whose iss is in upper case',
          'refuses a token whose iss is one character short',
          'refuses a token whose iss is a path below it',
          'refuses a token whose iss is another path of the same host',
          'refuses a token whose iss ends in a blank',
        ],
        'iss-not-compared': [
          'refuses a token whose iss has a trailing slash',
          'refuses a token whose iss is in upper case',
          'refuses a token whose iss is one character short',
          'refuses a token whose iss is a path below it',
          'refuses a token whose iss is another path of the same host',
          'refuses a token whose iss is another host',
          'refuses a token whose iss ends in a blank',
          'refuses a token whose iss lacks the scheme',
        ],
        'many-entries-take-nobody': ['accepts a token whose iss is issuer.url'],
      },
    },
    () => {
      test('accepts a token whose iss is issuer.url', async () => {
        expect(await plain.user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
      })

      const nearMisses: Record<string, (url: string) => unknown> = {
        'has a trailing slash': (url) => `${url}/`,
        'is in upper case': (url) => url.toUpperCase(),
        'is one character short': (url) => url.slice(0, -1),
        'is a path below it': (url) => `${url}/tenant`,
        'is another path of the same host': (url) => `${new URL(url).origin}/elsewhere`,
        'is another host': () => 'https://issuer.example',
        'ends in a blank': (url) => `${url} `,
        'lacks the scheme': (url) => url.replace('https://', ''),
        'is a list that holds it': (url) => [url],
        'is left out': () => undefined,
      }

      test.for(nearMisses)('refuses a token whose iss %s', async (near) => {
        const { url } = await plain.issuer()

        await plain.expectClaimsRefused({ iss: near(url) })
      })
    },
  )
})
