import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { GrpcError } from '../grpc/status.ts'

const nonceBytes = 12
const tagBytes = 16
const keyBytes = 32

/** Keys of a plugin: the current key encrypts, and older keys can still decrypt. */
export class KmsKeys {
  readonly #keys = new Map<string, Buffer>()
  #currentName = ''

  constructor() {
    this.rotate()
  }

  /** Name of the key in use. */
  get current(): string {
    return this.#currentName
  }

  get names(): readonly string[] {
    return [...this.#keys.keys()]
  }

  /** Puts a new key in use, `key-1` first, and keeps the older keys. Returns the name of the new key. */
  rotate(name = `key-${this.#keys.size + 1}`): string {
    if (!this.#keys.has(name)) this.#keys.set(name, randomBytes(keyBytes))
    this.#currentName = name
    return name
  }

  /** Removes a key permanently. Its ciphertexts can no longer be decrypted. */
  forget(name: string): void {
    this.#keys.delete(name)
  }

  encrypt(plaintext: Uint8Array): Buffer {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', this.#key(this.#currentName), nonce)
    const sealedBytes = Buffer.concat([cipher.update(plaintext), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealedBytes])
  }

  /** Decrypts a ciphertext. Throws `GrpcError` for an unknown key and for bytes that this key did not encrypt. */
  decrypt(ciphertext: Uint8Array, name: string): Buffer {
    const key = this.#key(name)
    const bytes = Buffer.from(ciphertext)
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
    } catch (cause) {
      throw new GrpcError('INVALID_ARGUMENT', `the ciphertext was not made with ${name}`, { cause })
    }
  }

  #key(name: string): Buffer {
    const key = this.#keys.get(name)
    if (key === undefined) throw new GrpcError('NOT_FOUND', `there is no key ${name}`)
    return key
  }
}

const separator = 0

/** Prepends the key name to a ciphertext: the interface v1 has no field for the name. */
export function withKeyName(name: string, ciphertext: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(name), Buffer.of(separator), ciphertext])
}

/** Splits a v1 cipher into the key name and the ciphertext. Throws `GrpcError` if the cipher contains no name. */
export function splitKeyName(cipher: Uint8Array): { readonly name: string; readonly ciphertext: Buffer } {
  const bytes = Buffer.from(cipher)
  const end = bytes.indexOf(separator)
  if (end < 0) throw new GrpcError('INVALID_ARGUMENT', 'the cipher names no key')
  return { name: bytes.subarray(0, end).toString(), ciphertext: bytes.subarray(end + 1) }
}
