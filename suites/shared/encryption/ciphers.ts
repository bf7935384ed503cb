import { createDecipheriv } from 'node:crypto'
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js'

const gcmNonceBytes = 12
const gcmTagBytes = 16
const cbcBlockBytes = 16
const secretboxNonceBytes = 24
const secretboxTagBytes = 16

/**
 * Decrypts `nonce ‖ ciphertext ‖ tag` of AES in Galois/counter mode. Throws if the key, the context or a byte differs.
 */
export function openAesGcm(sealed: Uint8Array, key: Uint8Array, context: string): Uint8Array {
  checkLength(sealed, gcmNonceBytes + gcmTagBytes, 'AES-GCM')
  const ciphertextEnd = sealed.length - gcmTagBytes
  const name = `aes-${(key.length * 8) as 256}-gcm` as const
  const decipher = createDecipheriv(name, key, sealed.subarray(0, gcmNonceBytes), {
    authTagLength: gcmTagBytes,
  })
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(ciphertextEnd))
  return Buffer.concat([decipher.update(sealed.subarray(gcmNonceBytes, ciphertextEnd)), decipher.final()])
}

/**
 * Decrypts `IV ‖ ciphertext` of AES in cipher block chaining mode with PKCS #7 padding. Throws if the padding is wrong.
 */
export function openAesCbc(sealed: Uint8Array, key: Uint8Array): Uint8Array {
  checkLength(sealed, 2 * cbcBlockBytes, 'AES-CBC')
  const name = `aes-${key.length * 8}-cbc`
  const decipher = createDecipheriv(name, key, sealed.subarray(0, cbcBlockBytes))
  return Buffer.concat([decipher.update(sealed.subarray(cbcBlockBytes)), decipher.final()])
}

/** Decrypts `nonce ‖ box` of XSalsa20 and Poly1305 (secretbox of NaCl). Throws if the key or a byte differs. */
export function openSecretbox(sealed: Uint8Array, key: Uint8Array): Uint8Array {
  checkLength(sealed, secretboxNonceBytes + secretboxTagBytes, 'secretbox')
  const nonce = sealed.subarray(0, secretboxNonceBytes)
  try {
    return xsalsa20poly1305(key, nonce).decrypt(sealed.subarray(secretboxNonceBytes))
  } catch (thrown) {
    throw new RangeError('secretbox: the value was sealed under another key, or changed', { cause: thrown })
  }
}

function checkLength(sealed: Uint8Array, bytes: number, method: string): void {
  if (sealed.length >= bytes) return
  throw new RangeError(`${method}: ${sealed.length} bytes are too few, it takes ${bytes}`)
}
