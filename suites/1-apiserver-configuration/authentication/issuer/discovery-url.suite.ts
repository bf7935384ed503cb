import { formerly, accepts, expect, refuses, rulesOf, says, seeing, test } from '#kit'
import { withIssuer } from '../../../shared/authentication/configuration.ts'
import { type AuthenticatorSpec } from '../../../shared/authentication/authenticators.ts'
import { tokens } from '../token-servers.ts'

const { must } = rulesOf({ document: 1, section: 'AuthenticationConfiguration' })

/** Returns an issuer whose discovery document is at a path that differs from the usual path below its URL. */
const issuerAtOtherPlace =
  (place: (name: string) => string): AuthenticatorSpec =>
  (plain, issuer, { neighbour }) => {
    const neighbourIssuer = neighbour('place')
    neighbourIssuer.answer({ discovery: (honest) => ({ ...honest, issuer: issuer.url }) })
    return withIssuer(plain, { discoveryURL: neighbourIssuer.discoveryAt(place(neighbourIssuer.name)) })
  }

const { wellKnown, exact, directory, otherServer, ofItself } = tokens.authenticators('discovery-url', {
  wellKnown: issuerAtOtherPlace((name) => `/${name}/.well-known/openid-configuration`),
  exact: issuerAtOtherPlace((name) => `/${name}/documents/oidc.json`),
  directory: issuerAtOtherPlace((name) => `/${name}/documents/`),
  otherServer: async (plain, issuer, { host, neighbour }) => {
    const listener = await host.listen()
    const neighbourIssuer = neighbour('place', listener)
    neighbourIssuer.answer({ discovery: (honest) => ({ ...honest, issuer: issuer.url }) })
    const path = `/${neighbourIssuer.name}/documents/oidc.json`
    return withIssuer(plain, { discoveryURL: neighbourIssuer.discoveryAt(path, listener) })
  },
  // The discovery document names the server of the discoveryURL as issuer.
  ofItself: (plain, _issuer, { neighbour }) =>
    withIssuer(plain, { discoveryURL: `${neighbour('place').url}/.well-known/openid-configuration` }),
})

must('authn.jwt.discovery-url-replaces-location', 'discoveryURL', () => {
  says(
    'With issuer.discoveryURL the discovery document is fetched from exactly that URL and from nowhere else.',
  )
  const places = {
    'that ends in the well-known path': wellKnown,
    'that ends in a different path': formerly(
      'of any other document',
      seeing(['discovery-url-suffix-appended'], exact),
    ),
    'that ends in a slash': seeing(['discovery-url-suffix-appended'], directory),
    'at a server other than that of the issuer': formerly(
      'of another server',
      seeing(['discovery-url-of-another-server-not-fetched'], otherServer),
    ),
  }

  test
    .for(places)('fetches the document from a discoveryURL %s', async (authenticator) => {
      const [issuer, place] = [await authenticator.issuer(), await authenticator.neighbour('place')]
      const user = await authenticator.userOf(await place.mint({ iss: issuer.url, sub: 'alice' }))
      const requests = place.journal.filter(({ endpoint }) => endpoint !== 'keys').map(({ what }) => what)

      expect(user).toMatchObject({ username: 'alice' })
      expect(new Set(requests).size, 'the number of places that were asked').toBe(1)
      expect(issuer.journal.map(({ what }) => what)).toEqual([])
    })
    .sees('discovery-asked-at-url-too')
})

must(
  'authn.jwt.discovery-url-document-names-issuer-url',
  { row: 'discoveryURL', aspect: 'issuer of the fetched document' },
  () => {
    says(
      'The document from issuer.discoveryURL must name issuer.url as the issuer, and iss is compared with that.',
    )
    accepts('a token whose iss is issuer.url', async () => {
      const { url } = await wellKnown.issuer()
      const issuer = await wellKnown.neighbour('place')
      const user = await wellKnown.userOf(await issuer.mint({ iss: url, sub: 'alice' }))

      expect(user).toMatchObject({ username: 'alice' })
    }).sees('discovery-issuer-must-be-its-host')

    refuses(
      {
        title: 'a token whose iss is the discoveryURL',
        id: 'a token whose iss is where the document was fetched',
      },
      async () => {
        const issuer = await wellKnown.neighbour('place')

        await wellKnown.expectRefused(await issuer.mint({ iss: issuer.url }))
      },
    ).sees('iss-from-discovery-url-accepted')

    refuses(
      {
        title: 'a token whose iss differs from the issuer in the fetched document',
        id: 'a token whose issuer is another than the one in the fetched document',
      },
      async () => {
        const { url } = await ofItself.issuer()
        const issuer = await ofItself.neighbour('place')

        await ofItself.expectIssuerRefused(issuer, await issuer.mint({ iss: url }))
      },
    ).sees('discovery-issuer-may-be-discovery-host')
  },
)
