import { existsSync } from 'node:fs'
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, FlattenedSign, type JWK } from 'jose'
import { HarnessError, messageOf } from '#harness/errors.ts'
import { readInput } from '#harness/input/read.ts'
import { canonical } from './canonical.ts'
import type { BundledFile } from './files.ts'
import type { Certificate, Manifest } from './manifest.ts'

/** Content type in the header of a signature. */
export const certificateType = 'orch-conformance-certificate+json'

/** Private key for signing certificates: Ed25519, or ECDSA on P-256. */
export interface SigningKey {
  readonly key: KeyObject
  readonly alg: 'EdDSA' | 'ES256'
}

/** Creates an Ed25519 key. */
export function generateSigningKey(): SigningKey {
  return { key: generateKeyPairSync('ed25519').privateKey, alg: 'EdDSA' }
}

/**
 * Reads a private key.
 * @throws HarnessError `config-fault` when it is not the PEM of a key that can sign certificates
 */
export function readKey(pem: string, name: string): SigningKey {
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch (thrown) {
    throw new HarnessError(
      'config-fault',
      `${name} is no private key in PEM (${messageOf(thrown)}). Make one: openssl genpkey -algorithm ed25519.`,
      { cause: thrown },
    )
  }
  return { key, alg: algorithmOf(key, name) }
}

function algorithmOf(key: KeyObject, name: string): SigningKey['alg'] {
  if (key.asymmetricKeyType === 'ed25519') return 'EdDSA'
  if (key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return 'ES256'
  throw new HarnessError(
    'config-fault',
    `${name} holds a key of type ${key.asymmetricKeyType}; certificates are signed with Ed25519 or P-256 keys.`,
  )
}

/** Returns the PEM of a key, as stored in its file. */
export function pemOf({ key }: SigningKey): string {
  return key.export({ format: 'pem', type: 'pkcs8' }).toString()
}

/** Returns the thumbprint (RFC 7638) that identifies a key. */
export async function thumbprintOf(signing: SigningKey): Promise<string> {
  return calculateJwkThumbprint(await publicJwk(signing))
}

/**
 * Returns the thumbprint of a trusted key.
 * @param key its thumbprint, or the path of its public key
 * @throws HarnessError `config-fault` when the file is not the PEM of a public key that can sign certificates
 */
export async function trustedThumbprint(key: string): Promise<string> {
  if (/^[\w-]{43}$/.test(key)) return key
  const name = `--trust ${key}`
  if (!existsSync(key))
    throw new HarnessError(
      'config-fault',
      `${name} is neither a thumbprint of 43 characters nor a file. Give the thumbprint or the public key of the signer.`,
    )
  const pem = readInput(key, 'key', name)
  // Node makes a public key of a private key and of a certificate, too.
  if (!pem.includes('-----BEGIN PUBLIC KEY-----'))
    throw new HarnessError(
      'config-fault',
      `${name} is no public key in PEM. Give a file such as the certificate.pub that certify writes.`,
    )
  let publicKey: KeyObject
  try {
    publicKey = createPublicKey(pem)
  } catch (thrown) {
    throw new HarnessError('config-fault', `${name} is no public key: ${messageOf(thrown)}.`, {
      cause: thrown,
    })
  }
  algorithmOf(publicKey, name)
  return calculateJwkThumbprint(await publicJwk({ key: publicKey }))
}

async function publicJwk({ key }: Pick<SigningKey, 'key'>): Promise<JWK> {
  const { kty, crv, x, y } = await exportJWK(key)
  return { kty: kty ?? '', crv: crv ?? '', x: x ?? '', ...(y !== undefined && { y }) }
}

/** Signs a manifest. The header contains the public key, which its thumbprint (RFC 7638) identifies. */
export async function signCertificate(
  manifest: Manifest,
  files: readonly BundledFile[],
  signing: SigningKey,
): Promise<Certificate> {
  const { key, alg } = signing
  const jwk = await publicJwk(signing)
  const kid = await calculateJwkThumbprint(jwk)
  const jws = await new FlattenedSign(new TextEncoder().encode(canonical(manifest)))
    .setProtectedHeader({ alg, typ: certificateType, kid, jwk })
    .sign(key)
  return {
    payload: jws.payload,
    protected: jws.protected ?? '',
    signature: jws.signature,
    files: files.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
  }
}
