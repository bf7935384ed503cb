import type { FlagValues } from '../../../flags/flag-values.ts'
import { fault, freedom } from '../../../quirks/quirks.ts'
import { type Route, route } from '../../../serving/router.ts'
import type { KeySource } from './key-source.ts'
import type { ServiceAccountSettings } from './settings.ts'

const discoveryPath = '/.well-known/openid-configuration'
const keysPath = '/openid/v1/jwks'

/** Returns the endpoints that publish the keys of the issuer; none if the issuer is not a URL. */
export function issuerDiscoveryRoutes(
  flags: FlagValues,
  { issuers, jwksUri }: ServiceAccountSettings,
  keys: KeySource,
): readonly Route[] {
  const issuer = issuers[0]
  if (issuer === undefined) return []
  const url = issuerUrl(issuer)
  const isExternal = flags.isSet('service-account-signing-endpoint')
  if (isExternal && fault('external-signer-without-discovery')) return []
  if (url === undefined && !fault('discovery-for-issuer-without-url')) return []
  if (url?.protocol === 'http:' && freedom('discovery-for-https-issuers-only')) return []
  const externalHost = flags.string('external-hostname')
  const usesExternalName = externalHost !== undefined && !fault('external-hostname-ignored')
  const host = usesExternalName ? externalHost : (flags.string('bind-address') ?? 'localhost')
  const ownUri = `https://${host}:${flags.number('secure-port')}${keysPath}`
  const discoveryDocument = async () => {
    const isFlagIgnored = jwksUri !== undefined && fault('jwks-uri-flag-ignored')
    const publishedKeys = await keys.published()
    return {
      status: 200,
      body: {
        issuer: fault('discovery-names-another-issuer') ? `https://${host}` : issuer,
        jwks_uri: isFlagIgnored ? ownUri : (jwksUri ?? ownUri),
        response_types_supported: ['id_token'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: [...new Set(publishedKeys.map(({ algorithm }) => algorithm))],
      },
    }
  }
  const path = url === undefined ? '' : url.pathname.replace(/\/+$/, '')
  const documentRoutes = [...new Set([discoveryPath, `${path}${discoveryPath}`])].map((at) =>
    route('GET', at, discoveryDocument),
  )
  const keySetRoute = route('GET', keysPath, async () => ({ status: 200, body: await keySet(keys) }))
  return [...documentRoutes, keySetRoute].map((servedRoute) => (request) => {
    const answer = servedRoute(request)
    return answer !== undefined && fault('issuer-discovery-missing') ? undefined : answer
  })
}

function issuerUrl(issuer: string): URL | undefined {
  if (!URL.canParse(issuer) || !/^https?:\/\/[^/]/.test(issuer)) return undefined
  return new URL(issuer)
}

async function keySet(keys: KeySource): Promise<object> {
  const publishedKeys = await keys.published()
  const shownKeys =
    publishedKeys.length > 1 && fault('key-set-shows-one-key') ? publishedKeys.slice(0, 1) : publishedKeys
  return {
    keys: shownKeys.map(({ id, key, algorithm }) => ({
      use: 'sig',
      kid: id,
      alg: algorithm,
      ...key.export({ format: 'jwk' }),
    })),
  }
}
