import { sign, verify } from 'node:crypto'
import type { SigningKey, VerificationKey } from './keys.ts'

const hashes: Readonly<Record<string, string>> = {
  RS256: 'sha256',
  ES256: 'sha256',
  ES384: 'sha384',
  ES512: 'sha512',
}

/** Reports whether a key signed a compact token. */
export function isSignedBy(token: string, { key, algorithm }: VerificationKey): boolean {
  const end = token.lastIndexOf('.')
  const signedPart = Buffer.from(token.slice(0, end), 'ascii')
  const signature = Buffer.from(token.slice(end + 1), 'base64url')
  return verify(hashes[algorithm], signedPart, { key, dsaEncoding: 'ieee-p1363' }, signature)
}

/** Signs claims as a compact token. */
export function signToken(claims: object, { privateKey, id, algorithm }: SigningKey): string {
  const signedPart = `${encodePart({ alg: algorithm, kid: id })}.${encodePart(claims)}`
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const
  return `${signedPart}.${sign(hashes[algorithm], Buffer.from(signedPart, 'ascii'), key).toString('base64url')}`
}

/** Encodes an object as a part of a compact token. */
export function encodePart(value: object): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('base64url')
}
