import { createDecipheriv } from 'node:crypto'
import nacl from 'tweetnacl'

const gcmNonceBytes = 12
const gcmTagBytes = 16
const cbcBlockBytes = 16
const secretboxNonceBytes = 24

/**
 * Opens `nonce ‖ ciphertext ‖ tag` of AES in Galois/counter mode. Throws if the key, the context or a byte differs.
 */
export function openAesGcm(sealed: Uint8Array, key: Uint8Array, context: string): Uint8Array {
  mustHold(sealed, gcmNonceBytes + gcmTagBytes, 'AES-GCM')
  const end = sealed.length - gcmTagBytes
  const name = `aes-${(key.length * 8) as 256}-gcm` as const
  const decipher = createDecipheriv(name, key, sealed.subarray(0, gcmNonceBytes), {
    authTagLength: gcmTagBytes,
  })
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(end))
  return Buffer.concat([decipher.update(sealed.subarray(gcmNonceBytes, end)), decipher.final()])
}

/**
 * Opens `IV ‖ ciphertext` of AES in cipher block chaining mode with PKCS #7 padding. Throws if the padding is wrong.
 */
export function openAesCbc(sealed: Uint8Array, key: Uint8Array): Uint8Array {
  mustHold(sealed, 2 * cbcBlockBytes, 'AES-CBC')
  const name = `aes-${key.length * 8}-cbc`
  const decipher = createDecipheriv(name, key, sealed.subarray(0, cbcBlockBytes))
  return Buffer.concat([decipher.update(sealed.subarray(cbcBlockBytes)), decipher.final()])
}

/** Opens `nonce ‖ box` of XSalsa20 and Poly1305. Throws if the key or a byte differs. */
export function openSecretbox(sealed: Uint8Array, key: Uint8Array): Uint8Array {
  mustHold(sealed, secretboxNonceBytes + nacl.secretbox.overheadLength, 'secretbox')
  const [nonce, box] = [sealed.slice(0, secretboxNonceBytes), sealed.slice(secretboxNonceBytes)]
  // The library accepts plain byte arrays only.
  const plain = nacl.secretbox.open(Uint8Array.from(box), Uint8Array.from(nonce), Uint8Array.from(key))
  if (plain === null) throw new RangeError('secretbox: the value was sealed under another key, or changed')
  return plain
}

function mustHold(sealed: Uint8Array, bytes: number, method: string): void {
  if (sealed.length >= bytes) return
  throw new RangeError(`${method}: ${sealed.length} bytes are too few, it takes ${bytes}`)
}
