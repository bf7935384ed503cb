import { status } from '#mocks/http/index.ts'
import type { OidcHost, OidcIssuer } from '#mocks/oidc-issuer/index.ts'
import { type JwtAuthenticator, withIssuer } from '../../shared/authentication/configuration.ts'
import type { Discovery } from './model.ts'

/** An entry, and the issuer whose keys its discovery document names. */
export interface ServedEntry {
  readonly entry: JwtAuthenticator
  readonly signer: OidcIssuer
}

/** Serves the discovery document of an entry's issuer at the location of the case, with its content. */
export function serveDiscovery(
  host: OidcHost,
  issuer: OidcIssuer,
  entry: JwtAuthenticator,
  discovery: Discovery = 'usual',
): ServedEntry {
  const servedUnder = (name: string | undefined): ServedEntry => {
    issuer.answer({ discovery: (honest) => ({ ...honest, issuer: name as string }) })
    return { entry, signer: issuer }
  }
  switch (discovery) {
    case 'usual':
      return { entry, signer: issuer }
    case 'names a slash more':
      return servedUnder(`${issuer.url}/`)
    case 'names upper case':
      return servedUnder(issuer.url.toUpperCase())
    case 'names nobody':
      return servedUnder(undefined)
    case 'names nobody, since it fails':
      issuer.answer({ discovery: status(500) })
      return { entry, signer: issuer }
    case 'names another':
      return servedUnder('https://issuer.example')
    default: {
      const signer = host.issuer(`${issuer.name}.place`)
      if (discovery !== 'elsewhere, names itself')
        signer.answer({ discovery: (honest) => ({ ...honest, issuer: issuer.url }) })
      const discoveryURL = signer.discoveryAt(`/${signer.name}/${pathOf(discovery)}`)
      return { entry: withIssuer(entry, { discoveryURL }), signer }
    }
  }
}

function pathOf(discovery: Discovery): string {
  if (discovery === 'elsewhere, in a file') return 'documents/oidc.json'
  return discovery === 'elsewhere, in a directory' ? 'documents/' : '.well-known/openid-configuration'
}
