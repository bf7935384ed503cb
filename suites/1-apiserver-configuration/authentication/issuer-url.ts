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
      faults: {},
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
