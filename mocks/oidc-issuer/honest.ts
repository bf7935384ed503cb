import { loginDiscovery } from './logins.ts'
import { asymmetricAlgorithms } from './token.ts'

/** What discovery answers (OpenID Connect Discovery 1.0 §3): what verifiers read, and what the format requires. */
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

/** The discovery document of a good issuer; `place` is where its endpoints live, the issuer itself may be spelled otherwise. */
export function honestDiscovery(
  issuer: string,
  place: string,
  algorithms: readonly string[] = asymmetricAlgorithms,
): DiscoveryDocument {
  return {
    issuer,
    jwks_uri: `${place}/keys`,
    ...loginDiscovery(place),
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: algorithms,
  }
}

/** The audience of a token that names none. */
export const defaultAudience = 'orch-conformance'

let minted = 0

/** The claims of a token that any verifier trusting the issuer takes; no two are equal, so no cache takes one for another. */
export function honestClaims(issuer: string): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000)
  minted += 1
  return {
    iss: issuer,
    aud: [defaultAudience],
    exp: now + hourSeconds,
    iat: now,
    sub: 'alice',
    nonce: `n${process.pid}-${minted}`,
  }
}

const hourSeconds = 3_600
