import { loginDiscovery } from './logins.ts'
import { asymmetricAlgorithms } from './token.ts'

/**
 * Discovery document (OpenID Connect Discovery 1.0 §3): the members that verifiers read and the members that the format
 * requires.
 */
export interface DiscoveryDocument {
  readonly issuer: string
  readonly jwks_uri: string
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly response_types_supported: readonly string[]
  readonly subject_types_supported: readonly string[]
  readonly id_token_signing_alg_values_supported: readonly string[]
  readonly [member: string]: unknown
}

/**
 * Returns the honest discovery document. `issuerUrl` is the URL of the endpoints; the issuer itself may be spelled
 * differently.
 */
export function honestDiscovery(
  issuer: string,
  issuerUrl: string,
  algorithms: readonly string[] = asymmetricAlgorithms,
): DiscoveryDocument {
  return {
    issuer,
    jwks_uri: `${issuerUrl}/keys`,
    ...loginDiscovery(issuerUrl),
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: algorithms,
  }
}

/** Audience of a token whose claims name no audience. */
export const defaultAudience = 'orch-conformance'

let mintedTokenCount = 0

/**
 * Returns claims of a token that any verifier accepts if it trusts the issuer. Each token is unique, so that caches do
 * not confuse two tokens.
 */
export function honestClaims(issuer: string): Record<string, unknown> {
  const nowSeconds = Math.floor(Date.now() / 1000)
  mintedTokenCount += 1
  return {
    iss: issuer,
    aud: [defaultAudience],
    exp: nowSeconds + hourSeconds,
    iat: nowSeconds,
    sub: 'alice',
    nonce: `n${process.pid}-${mintedTokenCount}`,
  }
}

const hourSeconds = 3_600
