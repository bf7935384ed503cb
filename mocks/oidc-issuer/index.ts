import type { MockPeer } from '#harness/peer.ts'
import type { ListenerOptions } from '../http/index.ts'
import type { OidcAnswers, OidcRequest } from './answers.ts'
import { OidcHost } from './host.ts'
import type { IssuerOptions, OidcIssuer } from './issuer.ts'

export type { OidcAnswers, OidcEndpoint, OidcRequest } from './answers.ts'
export { defaultAudience, type DiscoveryDocument } from './honest.ts'
export { OidcHost } from './host.ts'
export { type IssuerOptions, OidcIssuer } from './issuer.ts'
export { IssuerKeys, type KeySetDocument } from './keys.ts'
export type { Claims, MintOptions } from './mint.ts'
export { createSigningKey, type KeyKind, type SigningKey } from './signing-key.ts'
export { type Algorithm, type AsymmetricAlgorithm, asymmetricAlgorithms, type Tampering } from './token.ts'

/**
 * Starts a listener for any number of issuers (OpenID Connect Discovery 1.0). `issuer` returns them by name.
 * @throws an error whose `code` is `EADDRINUSE` for a port that is in use
 * @example
 * ```ts
 * await using host = await startOidcHost()
 * const [one, other] = [host.issuer('one'), host.issuer('other')]
 * ```
 */
export async function startOidcHost(options: ListenerOptions = {}): Promise<OidcHost> {
  const host = new OidcHost()
  await host.listen(options)
  return host
}

/** Issuer with a separate listener, which stops together with the issuer. */
export type SoleOidcIssuer = OidcIssuer & MockPeer<OidcRequest, OidcAnswers> & { readonly host: OidcHost }

/**
 * Starts one issuer (OpenID Connect Discovery 1.0, JWT as RFC 7519) with a separate listener: discovery, key set and
 * tokens, and logins without a form: authorization code with PKCE, client credentials, refresh, userinfo,
 * introspection.
 * @throws an error whose `code` is `EADDRINUSE` for a port that is in use
 * @example
 * ```ts
 * await using issuer = await startOidcIssuer()
 * const token = await issuer.mint({ sub: 'bob', aud: ['my-api'], groups: ['admins'] })
 * issuer.answer({ keys: status(503) })
 * ```
 */
export async function startOidcIssuer(
  options: ListenerOptions & IssuerOptions & { readonly name?: string } = {},
): Promise<SoleOidcIssuer> {
  const host = await startOidcHost(options)
  const stop = (): Promise<void> => host.stop()
  const issuer = host.issuer(options.name ?? 'issuer', options)
  return Object.assign(issuer, { host, stop, [Symbol.asyncDispose]: stop })
}
