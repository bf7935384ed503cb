import { generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { JWK } from 'jose'

const generate = promisify(generateKeyPair)

/** Kinds of key that cover all nine asymmetric algorithms of RFC 7518, and Ed25519. */
export type KeyKind = 'rsa' | 'p256' | 'p384' | 'p521' | 'ed25519'

/** Key that signs tokens. */
export interface SigningKey {
  readonly kind: KeyKind
  readonly kid: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  /** Public key as published in a key set. The key has no `alg`, because one RSA key serves six algorithms. */
  readonly jwk: JWK & Readonly<Record<'kid' | 'use', string>>
}

const curves = { p256: 'P-256', p384: 'P-384', p521: 'P-521' } as const

// The creation of an RSA key takes about 0.2 s, so the issuers of one process share one key pair per generation.
const rsaPairs: Promise<{ privateKey: KeyObject; publicKey: KeyObject }>[] = []

/** Creates a signing key. RSA keys with the same `generation` are the same key under another `kid`. */
export async function createSigningKey(kind: KeyKind, kid: string, generation = 0): Promise<SigningKey> {
  const { privateKey, publicKey } = await pairOf(kind, generation)
  return {
    kind,
    kid,
    privateKey,
    publicKey,
    jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig' },
  }
}

function pairOf(kind: KeyKind, generation: number): Promise<{ privateKey: KeyObject; publicKey: KeyObject }> {
  if (kind === 'rsa') {
    rsaPairs[generation] ??= generate('rsa', { modulusLength: 2048 })
    return rsaPairs[generation]
  }
  if (kind === 'ed25519') return generate('ed25519')
  return generate('ec', { namedCurve: curves[kind] })
}
