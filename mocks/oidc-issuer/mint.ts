import { HarnessError } from '#harness/errors.ts'
import { honestClaims } from './honest.ts'
import type { IssuerKeys } from './keys.ts'
import type { SigningKey } from './signing-key.ts'
import { type Algorithm, algorithms, encodeToken, kindFor, type Tampering } from './token.ts'

/** Claims that replace or join the honest ones; `undefined` leaves one out. */
export type Claims = Readonly<Record<string, unknown>>

/** How a token is made, apart from its claims. */
export interface MintOptions {
  /** Default RS256, the only one that every verifier takes unless told otherwise. */
  readonly algorithm?: Algorithm
  /** Default: the issuer's published key of the algorithm's kind. */
  readonly key?: SigningKey
  /** Members of the header that replace or join `alg`, `kid` and `typ`; `undefined` leaves one out. */
  readonly header?: Readonly<Record<string, unknown>>
  readonly tamper?: Tampering
}

/**
 * Makes a token that any verifier trusting the issuer takes, but for what the claims and options say.
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
  const key = options.key ?? (await keys.signer(kindFor(algorithm)))
  return encodeToken({
    header: { alg: algorithm, kid: key.kid, typ: 'JWT', ...options.header },
    claims: { ...honestClaims(issuer), ...claims },
    algorithm,
    key,
    ...(tamper !== undefined && { tamper }),
  })
}

const natural = { rsa: 'RS256', p256: 'ES256', p384: 'ES384', p521: 'ES512', ed25519: 'EdDSA' } as const

function algorithmOf(key: SigningKey): Algorithm {
  return natural[key.kind]
}
