import { constants, createHmac, type KeyObject, sign as signBytes } from 'node:crypto'
import type { KeyKind, SigningKey } from './signing-key.ts'

/** Asymmetric algorithms that documents 1 and 3 can refer to. */
export const asymmetricAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'ES256',
  'ES384',
  'ES512',
  'PS256',
  'PS384',
  'PS512',
] as const

/** Signature algorithm whose key can be published (RFC 7518 §3.1). */
export type AsymmetricAlgorithm = (typeof asymmetricAlgorithms)[number]

/**
 * Any signature algorithm, including algorithms that no issuer should use: keyed by the PEM of the public key, or
 * unsigned.
 */
export type Algorithm = (typeof algorithms)[number]

/** All algorithms with which a token can be minted. */
export const algorithms = [...asymmetricAlgorithms, 'EdDSA', 'HS256', 'HS384', 'HS512', 'none'] as const

/** Change to a token after it was signed. */
export type Tampering =
  /** One bit of the signature is flipped. */
  | 'signature'
  /** A claim is added after signing. */
  | 'payload'
  /** A header member is added after signing. */
  | 'header'
  /** The signature is removed, its dot stays. */
  | 'no-signature'
  /** The signature and its dot are removed. */
  | 'two-parts'

/** Parts of a token. */
export interface TokenParts {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  readonly algorithm: Algorithm
  readonly key: SigningKey
  readonly tamper?: Tampering
}

const kinds: Readonly<Record<AsymmetricAlgorithm, KeyKind>> = {
  RS256: 'rsa',
  RS384: 'rsa',
  RS512: 'rsa',
  PS256: 'rsa',
  PS384: 'rsa',
  PS512: 'rsa',
  ES256: 'p256',
  ES384: 'p384',
  ES512: 'p521',
}

/** Returns the kind of key for an algorithm. `none` and the HMACs use the RSA key. */
export function keyKindOf(algorithm: Algorithm): KeyKind {
  if (algorithm === 'EdDSA') return 'ed25519'
  return kinds[algorithm as AsymmetricAlgorithm] ?? 'rsa'
}

/** Encodes a compact JWS (RFC 7515 §7.1) over JSON claims. Members that are `undefined` are omitted. */
export function encodeToken({ header, claims, algorithm, key, tamper }: TokenParts): string {
  const signedText = `${encode(header)}.${encode(claims)}`
  const signature = signatureOf(signedText, algorithm, key)
  const encoded = signature.toString('base64url')
  if (tamper === undefined) return `${signedText}.${encoded}`
  switch (tamper) {
    case 'signature':
      return `${signedText}.${flipBit(signature).toString('base64url')}`
    case 'payload':
      return `${encode(header)}.${encode({ ...claims, added: 'after signing' })}.${encoded}`
    case 'header':
      return `${encode({ ...header, added: 'after signing' })}.${encode(claims)}.${encoded}`
    case 'no-signature':
      return `${signedText}.`
    case 'two-parts':
      return signedText
  }
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function flipBit(bytes: Buffer): Buffer {
  const flippedBytes = Buffer.from(bytes)
  // The flipped bit is in the middle, and so not in the padding bits of the encoding.
  const middle = flippedBytes.length >> 1
  flippedBytes[middle] = (flippedBytes[middle] ?? 0) ^ 1
  return flippedBytes
}

function signatureOf(text: string, algorithm: Algorithm, { privateKey, publicKey }: SigningKey): Buffer {
  const data = Buffer.from(text)
  const digest = `sha${algorithm.slice(2)}`
  switch (algorithm.slice(0, 2)) {
    case 'RS':
      return signBytes(digest, data, privateKey)
    case 'PS':
      return signBytes(digest, data, {
        key: privateKey,
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
      })
    case 'ES':
      return signBytes(digest, data, { key: privateKey, dsaEncoding: 'ieee-p1363' })
    case 'Ed':
      return signBytes(null, data, privateKey)
    case 'HS':
      return createHmac(digest, pemOf(publicKey)).update(data).digest()
    default:
      return Buffer.alloc(0)
  }
}

/** Returns the HMAC secret of a confused verifier, which uses the PEM of the RSA public key as the key. */
function pemOf(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'pem' }).toString()
}
