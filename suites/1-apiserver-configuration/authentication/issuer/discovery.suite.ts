import { accepts, expect, formerly, refuses, rulesOf, says, seeing, test } from '#kit'
import type { OidcIssuer } from '#mocks/oidc-issuer/index.ts'
import { withIssuer } from '../../../shared/authentication/configuration.ts'
import { type AuthenticatorSpec } from '../../../shared/authentication/authenticators.ts'
import { tokens } from '../token-servers.ts'

const { must, unspecified } = rulesOf({ document: 1, section: 'Endpoints' })

const path = '/.well-known/openid-configuration'

/** Returns an issuer whose discovery document contains the given value of `issuer`. */
const issuerNaming =
  (answer: (url: string) => string | undefined): AuthenticatorSpec =>
  (plain, issuer) => {
    issuer.answer({ discovery: (honest) => ({ ...honest, issuer: answer(honest.issuer) as string }) })
    return plain
  }

/** Returns the methods and paths of the requests for the discovery document of the issuer. */
const requestsTo = ({ journal }: OidcIssuer): readonly string[] => [
  ...new Set(
    journal
      .filter(({ endpoint }) => endpoint !== 'keys')
      .map(({ method, path: requestPath }) => `${method} ${requestPath}`),
  ),
]

const {
  deep,
  bare,
  slash,
  keysAtOtherUrl,
  keysOfAnotherServer,
  honest,
  withSlash,
  inUpperCase,
  otherHost,
  unnamed,
} = tokens.authenticators('discovery', {
  deep: (plain, _issuer, { neighbour }) => {
    const { url } = neighbour('realm/of/users')
    return withIssuer(plain, { url })
  },
  bare: (plain, _issuer, { host }) => withIssuer(plain, { url: host.issuer('').url }),
  slash: (plain, _issuer, { host }) =>
    withIssuer(plain, { url: host.issuer('discovery-slash', { spell: (url) => `${url}/` }).url }),
  keysAtOtherUrl: (plain, issuer, { neighbour }) => {
    const keysIssuer = neighbour('keys')
    issuer.answer({
      discovery: (honest) => ({ ...honest, jwks_uri: keysIssuer.keysAt('/discovery/own-keys.json') }),
    })
    return plain
  },
  keysOfAnotherServer: async (plain, issuer, { host, neighbour }) => {
    const listener = await host.listen()
    const keysUrl = neighbour('keys', listener).keysAt('/discovery/keys-of-another-server.json', listener)
    issuer.answer({ discovery: (honest) => ({ ...honest, jwks_uri: keysUrl }) })
    return plain
  },
  honest: (plain) => plain,
  withSlash: issuerNaming((url) => `${url}/`),
  inUpperCase: issuerNaming((url) => url.toUpperCase()),
  otherHost: issuerNaming(() => 'https://issuer.example'),
  unnamed: issuerNaming(() => undefined),
})

must('authn.jwt.discovery-location', 'issuer.url / issuer.discoveryURL', () => {
  says(
    'The discovery document is fetched by GET from issuer.url followed by /.well-known/openid-configuration.',
  )
  test(
    {
      title: 'requests the document below the path of a url with a path',
      id: 'asks below the path of a url with a path',
    },
    async () => {
      const [issuer, user] = [await deep.issuer(), await deep.user({ sub: 'alice' })]

      expect(user).toMatchObject({ username: 'alice' })
      expect(requestsTo(issuer)).toEqual([`GET ${new URL(issuer.url).pathname}${path}`])
    },
  ).sees('discovery-deep-path-cut')

  test(
    {
      title: 'requests the document below the host of a url without a path',
      id: 'asks below the host of a url without a path',
    },
    async () => {
      const [issuer, user] = [await bare.issuer(), await bare.user({ sub: 'alice' })]

      expect(user).toMatchObject({ username: 'alice' })
      expect(requestsTo(issuer)).toContain(`GET ${path}`)
    },
  ).sees('discovery-of-bare-host-asks-oauth-metadata')
})

unspecified(
  'authn.jwt.discovery-location-after-slash',
  { section: 'AuthenticationConfiguration', row: 'url' },
  () => {
    says('Whether a slash at the end of issuer.url stays in the location of the discovery document is open.')
    test(
      {
        title: 'records which path is requested for a url with a slash at its end',
        id: 'observes where a url with a slash at its end is asked',
      },
      async (check) => {
        const { status } = await slash.whoAmI(await slash.mint())
        check.observe('discovery of a url that ends in a slash', requestsTo(await slash.issuer()))
        check.observe('status for a token of that issuer', status)
      },
    )
  },
)

must('authn.jwt.keys-location', { row: 'issuer.url / issuer.discoveryURL', aspect: 'payload' }, () => {
  says('The signing keys are fetched from the location that the discovery document names.')
  const places = {
    'from the named location': keysAtOtherUrl,
    'that another server serves': seeing(['keys-of-another-server-not-fetched'], keysOfAnotherServer),
  }

  accepts
    .for(places)('a token that is signed with a key %s', async (authenticator) => {
      const { url } = await authenticator.issuer()
      const keysIssuer = await authenticator.neighbour('keys')
      const user = await authenticator.userOf(await keysIssuer.mint({ iss: url, sub: 'alice' }))

      expect(user).toMatchObject({ username: 'alice' })
    })
    .sees('many-entries-take-nobody')

  refuses(
    {
      title: 'a token that is signed with a key from a location that the document does not name',
      id: 'a token that is signed with a key from the usual location',
    },
    async () => {
      await keysAtOtherUrl.expectRefused(await keysAtOtherUrl.mint({}, { algorithm: 'ES256' }))
    },
  ).sees('signature-not-verified')
})

must(
  'authn.jwt.discovery-issuer-equals-issuer-url',
  { section: 'AuthenticationConfiguration', row: 'url' },
  () => {
    says(
      'An issuer is trusted only if the issuer in its discovery document is the same string as issuer.url.',
    )
    accepts('a token of an issuer whose discovery document names issuer.url', async () => {
      expect(await honest.user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
    }).sees('many-entries-take-nobody')

    const wrongIssuerNames = {
      'names the issuer with a trailing slash': formerly(
        'with a slash at its end',
        seeing(['discovery-issuer-slash-ignored'], withSlash),
      ),
      'names the issuer in upper case': formerly(
        'in upper case',
        seeing(['discovery-issuer-case-ignored'], inUpperCase),
      ),
      'names another host as the issuer': formerly(
        'as another host',
        seeing(['discovery-issuer-not-compared'], otherHost),
      ),
      'names no issuer': formerly('not at all', seeing(['discovery-issuer-missing-accepted'], unnamed)),
    }

    refuses.for(wrongIssuerNames)(
      {
        title: 'a token of an issuer whose discovery document %s',
        id: 'a token of an issuer that its discovery document names %s',
      },
      async (liar) => {
        await honest.untilKnown()
        await liar.expectIssuerRefused(await liar.issuer(), await liar.mint())
      },
    )
  },
)
