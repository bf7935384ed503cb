import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import type { ServerQuirks } from '../faults.ts'
import { EnvelopeSchema } from '#protos/kms/envelope_pb.ts'
import type { WrappedKey } from './kms-plugin.ts'
import { aesGcm, fromNonce, withNonce } from './methods.ts'

/** What a defect reads where nothing can be read. */
const emptyObject = Buffer.from('{"metadata":{}}')
/** What a defect seals with instead of a key that only the plugin can give back. */
const ownKey = Buffer.alloc(32, 'own')

/** Seals a value under a key that a plugin has encrypted. */
export function sealedUnder(
  key: Uint8Array,
  plain: Uint8Array,
  storageKey: string,
  quirks: ServerQuirks,
): Uint8Array {
  if (quirks.fault('kms-stores-plain')) return plain
  return withNonce(aesGcm, plain, quirks.fault('kms-plugin-key-not-used') ? ownKey : key, storageKey)
}

/** The value that was sealed under a key; throws when it was not sealed under this one. */
export function openedUnder(
  key: Uint8Array,
  sealed: Uint8Array,
  storageKey: string,
  quirks: ServerQuirks,
): Uint8Array {
  if (quirks.fault('kms-stores-plain')) return sealed
  try {
    return fromNonce(aesGcm, sealed, quirks.fault('kms-plugin-key-not-used') ? ownKey : key, storageKey)
  } catch (error) {
    if (quirks.fault('kms-wrong-key-read-as-empty')) throw new ReadAsEmpty()
    throw error
  }
}

/** The key that the plugin gives back. */
export async function unwrapped(key: Promise<Uint8Array>, quirks: ServerQuirks): Promise<Uint8Array> {
  try {
    return await key
  } catch (error) {
    if (quirks.fault('kms-failed-decryption-read-as-empty')) throw new ReadAsEmpty()
    throw error
  }
}

/** Thrown by a defect: the value counts as an object with nothing in it. */
class ReadAsEmpty extends Error {}

/** What opening comes to, where a defect may have made it empty. */
export async function opened(value: Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await value
  } catch (error) {
    if (error instanceof ReadAsEmpty) return emptyObject
    throw error
  }
}

/** A wrapped key and the data that it seals, in one message. */
export function packed(data: Uint8Array, { encrypted, keyId, annotations }: WrappedKey): Uint8Array {
  const message = { data, keyId, encryptedKey: encrypted, annotations: { ...annotations } }
  return toBinary(EnvelopeSchema, create(EnvelopeSchema, message))
}

/** Takes such a message apart. */
export function unpacked(message: Uint8Array): { readonly data: Uint8Array; readonly wrapped: WrappedKey } {
  const { data, encryptedKey: encrypted, keyId, annotations } = fromBinary(EnvelopeSchema, message)
  return { data, wrapped: { encrypted, keyId, annotations } }
}
