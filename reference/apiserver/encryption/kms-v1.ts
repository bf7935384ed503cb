import { randomBytes } from 'node:crypto'
import type { KmsConfig } from '../config/encryption/fields.ts'
import { fault } from '../../quirks/quirks.ts'
import {
  openValue,
  openWithKey,
  packEnvelope,
  sealWithKey,
  unpackEnvelope,
  unwrapKey,
} from './kms-envelope.ts'
import type { KmsPlugin } from './kms-plugin.ts'
import { KeyCache } from './key-cache.ts'
import { prefixOf, type Sealer } from './sealer.ts'

/** Seals each value with a separate key, which the plugin encrypts. */
export function kmsV1Sealer(config: KmsConfig, plugin: KmsPlugin): Sealer {
  const cache = new KeyCache(config.cachesize)
  const usesV2 = () => config.apiVersion !== 'v2' && fault('kms-v1-spoken-as-v2')
  const wrap = async (key: Uint8Array) =>
    usesV2() ? packEnvelope(new Uint8Array(), await plugin.encryptV2(key)) : plugin.encryptV1(key)
  const unwrap = async (wrapped: Uint8Array) =>
    usesV2() ? plugin.decryptV2(unpackEnvelope(wrapped).wrapped) : plugin.decryptV1(wrapped)
  const openSealed = async (sealed: Uint8Array, storageKey: string) => {
    const length = Buffer.from(sealed.subarray(0, 2)).readUInt16BE()
    const wrappedKey = sealed.subarray(2, 2 + length)
    let key = cache.get(wrappedKey)
    if (key === undefined) {
      key = await unwrapKey(unwrap(wrappedKey))
      cache.put(wrappedKey, key)
    }
    return openWithKey(key, sealed.subarray(2 + length), storageKey)
  }
  return {
    prefix: prefixOf('kms', 'v1', config.name ?? ''),
    async seal(plain, storageKey) {
      if (fault('kms-sends-whole-object')) await wrap(plain)
      const key = randomBytes(32)
      const wrappedKey = await wrap(key)
      if (wrappedKey.length > 0xffff) throw new Error('the plugin encrypted to more than fits')
      cache.put(wrappedKey, key)
      const lengthBytes = Buffer.alloc(2)
      lengthBytes.writeUInt16BE(wrappedKey.length)
      return Buffer.concat([lengthBytes, wrappedKey, sealWithKey(key, plain, storageKey)])
    },
    open: (sealed, storageKey) => openValue(openSealed(sealed, storageKey)),
  }
}
