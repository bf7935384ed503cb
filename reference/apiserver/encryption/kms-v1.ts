import { randomBytes } from 'node:crypto'
import type { KmsConfig } from '../config/encryption-fields.ts'
import type { ServerQuirks } from '../faults.ts'
import type { KmsPlugin } from './kms-plugin.ts'
import { KeyCache } from './key-cache.ts'
import { aesGcm, fromNonce, withNonce } from './methods.ts'
import { prefixOf, type Sealer } from './sealer.ts'

/** Seals each value with a key of its own, which the plugin encrypts. */
export function kmsV1Sealer(config: KmsConfig, plugin: KmsPlugin, quirks: ServerQuirks): Sealer {
  const cache = new KeyCache(config.cachesize, quirks)
  const shown = quirks.fault('kms-name-not-stored') ? '' : (config.name ?? '')
  return {
    prefix: prefixOf('kms', 'v1', shown),
    async seal(plain, storageKey) {
      if (quirks.fault('kms-stores-plain')) return plain
      if (quirks.fault('kms-sends-whole-object')) return plugin.encryptV1(plain)
      const key = randomBytes(32)
      const wrapped = await plugin.encryptV1(key)
      if (wrapped.length > 0xffff) throw new Error('the plugin encrypted to more than fits')
      cache.put(wrapped, key)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(wrapped.length)
      return Buffer.concat([length, wrapped, withNonce(aesGcm, plain, key, storageKey)])
    },
    async open(sealed, storageKey) {
      if (quirks.fault('kms-stores-plain')) return sealed
      if (quirks.fault('kms-sends-whole-object')) return plugin.decryptV1(sealed)
      const length = Buffer.from(sealed.subarray(0, 2)).readUInt16BE()
      const wrapped = sealed.subarray(2, 2 + length)
      let key = cache.get(wrapped)
      if (key === undefined) {
        key = await plugin.decryptV1(wrapped)
        cache.put(wrapped, key)
      }
      return fromNonce(aesGcm, sealed.subarray(2 + length), key, storageKey)
    },
  }
}
