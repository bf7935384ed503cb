import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js'
import type { KeyedProvider } from '../config/encryption/fields.ts'

/** Encryption method for values with a key. */
export interface Method {
  /** Number of bytes in the nonce, which is new for every value. */
  readonly nonceBytes: number
  encrypt(plain: Uint8Array, key: Uint8Array, nonce: Uint8Array, context: string): Uint8Array
  decrypt(sealed: Uint8Array, key: Uint8Array, nonce: Uint8Array, context: string): Uint8Array
}

const tagBytes = 16
const gcmCipher = (key: Uint8Array) => `aes-${(key.length * 8) as 256}-gcm` as const

/** AES in Galois/counter mode. A value is bound to its context. */
export const aesGcm: Method = {
  nonceBytes: 12,
  encrypt(plain, key, nonce, context) {
    const cipher = createCipheriv(gcmCipher(key), key, nonce).setAAD(Buffer.from(context))
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  },
  decrypt(sealed, key, nonce, context) {
    const end = sealed.length - tagBytes
    const decipher = createDecipheriv(gcmCipher(key), key, nonce, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(end))
    return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()])
  },
}

/** AES in cipher block chaining mode. */
const aesCbc: Method = {
  nonceBytes: 16,
  encrypt(plain, key, nonce) {
    const cipher = createCipheriv('aes-256-cbc', key, nonce)
    return Buffer.concat([cipher.update(plain), cipher.final()])
  },
  decrypt(sealed, key, nonce) {
    const decipher = createDecipheriv('aes-256-cbc', key, nonce)
    return Buffer.concat([decipher.update(sealed), decipher.final()])
  },
}

/** XSalsa20 and Poly1305; a value that was sealed with another key does not decrypt. */
const secretbox: Method = {
  nonceBytes: 24,
  encrypt: (plain, key, nonce) => xsalsa20poly1305(key, nonce).encrypt(plain),
  decrypt: (sealed, key, nonce) => xsalsa20poly1305(key, nonce).decrypt(sealed),
}

/** Method of each provider with keys. */
export const methods: Readonly<Record<KeyedProvider, Method>> = { aescbc: aesCbc, aesgcm: aesGcm, secretbox }

/** Returns a key with a length that the provider supports, if a fault accepted a different length. */
export function keyOfLength(key: Uint8Array, provider: KeyedProvider): Uint8Array {
  const hasValidLength = key.length === 32 || (provider === 'aesgcm' && [16, 24].includes(key.length))
  return hasValidLength ? key : createHash('sha256').update(key).digest()
}

/** Encrypts and prepends the nonce. */
export function encryptWithNonce(
  method: Method,
  plain: Uint8Array,
  key: Uint8Array,
  context: string,
  nonce?: Uint8Array,
) {
  const usedNonce = nonce ?? randomBytes(method.nonceBytes)
  return Buffer.concat([usedNonce, method.encrypt(plain, key, usedNonce, context)])
}

/** Decrypts a value with a prepended nonce. */
export function decryptWithNonce(
  method: Method,
  sealed: Uint8Array,
  key: Uint8Array,
  context: string,
): Uint8Array {
  if (sealed.length < method.nonceBytes) throw new Error('is too short to be sealed')
  const nonce = sealed.subarray(0, method.nonceBytes)
  return method.decrypt(sealed.subarray(method.nonceBytes), key, nonce, context)
}

/** Derives a separate key for one value from a seed. */
export function deriveKey(seed: Uint8Array, salt: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', seed, salt, 'orch', 32))
}
