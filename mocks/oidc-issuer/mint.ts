import { HarnessError } from '#harness/errors.ts'
import { honestClaims } from './honest.ts'
import type { IssuerKeys } from './keys.ts'
import type { SigningKey } from './signing-key.ts'
import { type Algorithm, algorithms, encodeToken, keyKindOf, type Tampering } from './token.ts'

/** Claims that replace or extend the honest claims; `undefined` removes a claim. */
export type Claims = Readonly<Record<string, unknown>>

/** Options of a token other than its claims. */
export interface MintOptions {
  /** Default: RS256, the only algorithm that every verifier accepts by default. */
  readonly algorithm?: Algorithm
  /** Default: the published key of the issuer for the kind of the algorithm. */
  readonly key?: SigningKey
  /** Header members that replace or extend `alg`, `kid` and `typ`; `undefined` removes a member. */
  readonly header?: Readonly<Record<string, unknown>>
  readonly tamper?: Tampering
}

/**
 * Mints a token that any verifier accepts if it trusts the issuer, except for changes by the claims and options.
 * @throws HarnessError `usage` for an unknown algorithm
 */
export async function mintToken(
  issuer: string,
  keys: IssuerKeys,
  claims: Claims,
  options: MintOptions,
): Promise<string> {
  const { algorithm = options.key ? algorithmOf(options.key) : 'RS256', tamper } = options
  if (!algorithms.includes(algorithm)) {
    const message = `The issuer mints no token with the algorithm ${String(algorithm)}. It has ${algorithms.join(', ')}.`
    throw new HarnessError('usage', message)
  }
  const key = options.key ?? (await keys.signer(keyKindOf(algorithm)))
  return encodeToken({
    header: { alg: algorithm, kid: key.kid, typ: 'JWT', ...options.header },
    claims: { ...honestClaims(issuer), ...claims },
    algorithm,
    key,
    ...(tamper !== undefined && { tamper }),
  })
}

const defaultAlgorithms = {
  rsa: 'RS256',
  p256: 'ES256',
  p384: 'ES384',
  p521: 'ES512',
  ed25519: 'EdDSA',
} as const

function algorithmOf(key: SigningKey): Algorithm {
  return defaultAlgorithms[key.kind]
}
