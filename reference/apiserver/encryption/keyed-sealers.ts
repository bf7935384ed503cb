import type { KeyedProvider, KeysConfig } from '../config/encryption/fields.ts'
import { fault } from '../../quirks/quirks.ts'
import { keyOfLength, decryptWithNonce, methods, encryptWithNonce } from './methods.ts'
import { plainSealer, prefixOf, type Sealer } from './sealer.ts'

/** Returns the sealers of a provider with keys in the file, in the order of the file. */
export function keyedSealers(provider: KeyedProvider, { keys = [] }: KeysConfig): readonly Sealer[] {
  // A list of keys is empty only with a fault.
  if (keys.length === 0) return [plainSealer]
  return keys.map(({ name = '', secret = '' }) => {
    const key = keyOfLength(Buffer.from(secret, 'base64'), provider)
    const method = methods[provider]
    return {
      prefix: prefixOf(provider, 'v1', name),
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
