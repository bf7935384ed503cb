import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { fault } from '../../quirks/quirks.ts'
import { EnvelopeSchema } from '#protos/kms/envelope_pb.ts'
import type { WrappedKey } from './kms-plugin.ts'
import { aesGcm, decryptWithNonce, encryptWithNonce } from './methods.ts'

/** Value that a fault returns if a value is unreadable. */
const emptyObject = Buffer.from('{"metadata":{}}')
/** Key that a fault uses instead of a key that only the plugin can decrypt. */
const sealedKey = Buffer.alloc(32, 'own')

/** Seals a value with a key that a plugin has encrypted. */
export function sealWithKey(key: Uint8Array, plain: Uint8Array, storageKey: string): Uint8Array {
  if (fault('kms-stores-plain')) return plain
  return encryptWithNonce(aesGcm, plain, fault('kms-plugin-key-not-used') ? sealedKey : key, storageKey)
}

/** Returns the value that was sealed with a key. Throws if it was sealed with a different key. */
export function openWithKey(key: Uint8Array, sealed: Uint8Array, storageKey: string): Uint8Array {
  if (fault('kms-stores-plain')) return sealed
  try {
    return decryptWithNonce(aesGcm, sealed, fault('kms-plugin-key-not-used') ? sealedKey : key, storageKey)
  } catch (error) {
    if (fault('kms-wrong-key-read-as-empty')) throw new EmptyObjectError()
    throw error
  }
}

/** Returns the key that the plugin decrypts. */
export async function unwrapKey(key: Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await key
  } catch (error) {
    if (fault('kms-failed-decryption-read-as-empty')) throw new EmptyObjectError()
    throw error
  }
}

/** Error that a fault throws to read a value as an empty object. */
class EmptyObjectError extends Error {}

/** Returns the opened value, which a fault may have made empty. */
export async function openValue(value: Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await value
  } catch (error) {
    if (error instanceof EmptyObjectError) return emptyObject
    throw error
  }
}

/** Encodes a wrapped key and the data that it seals as one message. */
export function packEnvelope(data: Uint8Array, { encrypted, keyId, annotations }: WrappedKey): Uint8Array {
  const message = { data, keyId, encryptedKey: encrypted, annotations: { ...annotations } }
  return toBinary(EnvelopeSchema, create(EnvelopeSchema, message))
}

/** Decodes a wrapped key and the sealed data from one message. */
export function unpackEnvelope(message: Uint8Array): {
  readonly data: Uint8Array
  readonly wrapped: WrappedKey
} {
  const { data, encryptedKey, keyId, annotations } = fromBinary(EnvelopeSchema, message)
  return { data, wrapped: { encrypted: encryptedKey, keyId, annotations } }
}
