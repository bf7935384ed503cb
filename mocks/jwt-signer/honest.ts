import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** Signature algorithms for which the signer has keys. */
export type SignerAlgorithm = 'ES256' | 'ES384' | 'ES512' | 'RS256'

/** Key of the signer. */
export interface SignerKey {
  readonly id: string
  readonly algorithm: SignerAlgorithm
  readonly publicKey: KeyObject
  /** True if the API server must leave the key out of the key set that it publishes. */
  readonly excludedFromDiscovery: boolean
}

interface PrivateSignerKey extends SignerKey {
  readonly privateKey: KeyObject
}

/** Options of a new key. */
export interface NewKey {
  /** Default: `key-1`, `key-2`, … */
  readonly id?: string
  readonly algorithm?: SignerAlgorithm
  readonly excludedFromDiscovery?: boolean
}

const curves = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' } as const
const hashes = { ES256: 'sha256', ES384: 'sha384', ES512: 'sha512', RS256: 'sha256' } as const
const rsaBits = 2048

/** Keys of a signer: the newest key signs, and all keys are published. */
export class SignerKeys {
  readonly #keys: PrivateSignerKey[] = []
  #keyCount = 0

  constructor(firstKey: NewKey = {}) {
    this.rotate(firstKey)
  }

  /** Published keys, oldest first. */
  get all(): readonly SignerKey[] {
    return this.#keys
  }

  get current(): SignerKey {
    return this.#newestKey()
  }

  /** Creates a key and signs with it from now on. */
  rotate({ id, algorithm = 'ES256', excludedFromDiscovery = false }: NewKey = {}): SignerKey {
    this.#keyCount += 1
    const { privateKey } =
      algorithm === 'RS256'
        ? generateKeyPairSync('rsa', { modulusLength: rsaBits })
        : generateKeyPairSync('ec', { namedCurve: curves[algorithm] })
    const key: PrivateSignerKey = {
      id: id ?? `key-${this.#keyCount}`,
      algorithm,
      privateKey,
      publicKey: createPublicKey(privateKey),
      excludedFromDiscovery,
    }
    this.#keys.push(key)
    return key
  }

  /** Stops publishing a key; its signatures can no longer be verified. The last key stays. */
  forget(id: string): void {
    const index = this.#keys.findIndex((key) => key.id === id)
    if (index >= 0 && this.#keys.length > 1) this.#keys.splice(index, 1)
  }

  /** Returns the header and the signature of a JWT for claims that are already in base64url. */
  sign(claims: string): { readonly header: string; readonly signature: string } {
    const { id, algorithm, privateKey } = this.#newestKey()
    const header = Buffer.from(JSON.stringify({ alg: algorithm, kid: id, typ: 'JWT' })).toString('base64url')
    // JWTs contain the two numbers of an ECDSA signature concatenated, not as DER (RFC 7518 §3.4).
    const signature = sign(hashes[algorithm], Buffer.from(`${header}.${claims}`), {
      key: privateKey,
      dsaEncoding: 'ieee-p1363',
    })
    return { header, signature: signature.toString('base64url') }
  }

  #newestKey(): PrivateSignerKey {
    return this.#keys.at(-1) as PrivateSignerKey
  }
}
