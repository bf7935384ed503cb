import { accepts, type NamedCases, expect, refuses, rulesOf, says, seeing, formerly } from '#kit'
import { tokens } from '../token-servers.ts'

const { must } = rulesOf({ document: 1, section: 'AuthenticationConfiguration' })

const { plain } = tokens.authenticators('issuer-url', { plain: (plain) => plain })

must('authn.jwt.iss-equals-issuer-url', 'url', () => {
  says('A token is accepted only if its iss claim and issuer.url are the same string.')
  accepts('a token whose iss is issuer.url', async () => {
    expect(await plain.user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
  }).sees('many-entries-take-nobody')

  const nearMisses: NamedCases<(url: string) => unknown> = {
    'has a trailing slash': seeing(['iss-trailing-slash-dropped'], (url) => `${url}/`),
    'is in upper case': seeing(['iss-compared-case-insensitively'], (url) => url.toUpperCase()),
    'is one character short': seeing(['iss-cut-short-accepted'], (url) => url.slice(0, -1)),
    'is a path below issuer.url': formerly(
      'is a path below it',
      seeing(['iss-prefix-accepted'], (url) => `${url}/tenant`),
    ),
    'is another path of the same host': seeing(
      ['iss-path-ignored'],
      (url) => `${new URL(url).origin}/elsewhere`,
    ),
    'is another host': seeing(['iss-not-compared'], () => 'https://issuer.example'),
    'ends in a space': formerly(
      'ends in a blank',
      seeing(['iss-blanks-trimmed'], (url) => `${url} `),
    ),
    'lacks the scheme': seeing(['iss-without-scheme-accepted'], (url) => url.replace('https://', '')),
    'is a list that contains issuer.url': formerly(
      'is a list that holds it',
      seeing(['iss-list-accepted'], (url) => [url]),
    ),
    'is left out': seeing(['iss-missing-accepted'], () => undefined),
  }

  refuses.for(nearMisses)('a token whose iss %s', async (near) => {
    const { url } = await plain.issuer()

    await plain.expectClaimsRefused({ iss: near(url) })
  })
})
