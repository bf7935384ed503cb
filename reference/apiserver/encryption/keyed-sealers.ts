import type { KeyedProvider, KeysConfig } from '../config/encryption/fields.ts'
import { fault } from '../../quirks/quirks.ts'
import { keyOfLength, decryptWithNonce, methods, encryptWithNonce } from './methods.ts'
import { plainSealer, prefixOf, type Sealer } from './sealer.ts'

/** First key of each prefix. Only a fault uses it in place of later keys. */
const firstKeys = new Map<string, Uint8Array>()

/** Returns the sealers of a provider with keys in the file, in the order of the file. */
export function keyedSealers(provider: KeyedProvider, { keys = [] }: KeysConfig): readonly Sealer[] {
  // A list of keys is empty only with a fault.
  if (keys.length === 0) return [plainSealer]
  return keys.map(({ name = '', secret = '' }) => {
    const ownKey = keyOfLength(Buffer.from(secret, 'base64'), provider)
    const prefix = prefixOf(provider, 'v1', name)
    const firstKey = firstKeys.get(prefix) ?? ownKey
    firstKeys.set(prefix, firstKey)
    const isOther = Buffer.compare(firstKey, ownKey) !== 0
    const key = isOther && fault('keys-of-one-name-are-one') ? firstKey : ownKey
    const method = methods[provider]
    return {
      prefix,
      async seal(plain, storageKey) {
        if (fault(`${provider}-stores-plain`)) return plain
        if (fault(`${provider}-stores-base64`)) return Buffer.from(Buffer.from(plain).toString('base64'))
        const fixedNonce = fault(`${provider}-nonce-reused`) ? new Uint8Array(method.nonceBytes) : undefined
        return encryptWithNonce(method, plain, key, storageKey, fixedNonce)
      },
      async open(sealed, storageKey) {
        if (fault(`${provider}-stores-plain`)) return sealed
        if (fault(`${provider}-stores-base64`)) {
          return Buffer.from(Buffer.from(sealed).toString('latin1'), 'base64')
        }
        return decryptWithNonce(method, sealed, key, storageKey)
      },
    }
  })
}
