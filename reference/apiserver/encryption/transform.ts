import { fault, freedom } from '../../quirks/quirks.ts'
import type { Transformer } from '../storage/transformer.ts'
import { plainSealer, type Sealer, sealedMark, startsWith } from './sealer.ts'

/** Providers in the order of the file, each with the sealers of its keys in order. */
export type Providers = readonly (readonly Sealer[])[]

/** Returns a transformer that writes with a key of the first provider, and reads with the key that wrote the value. */
export function transformerOfProviders(providers: Providers): Transformer {
  return {
    async toStorage(value, key) {
      const sealer = writingSealer(providers)
      try {
        return Buffer.concat([Buffer.from(comparedPrefix(sealer)), await sealer.seal(value, key)])
      } catch (error) {
        // A value must not be stored unencrypted because a key is unavailable.
        if (sealer !== plainSealer && fault('failed-encryption-stores-plain')) return value
        throw error
      }
    },
    async fromStorage(stored, key) {
      let problem: unknown = new Error('no provider reads the stored value')
      for (const { sealer, length } of sealersFor(providers, stored)) {
        try {
          // Sequential: keys of the same name are tried in order.
          return await sealer.open(stored.subarray(length), key)
        } catch (error) {
          problem = error
        }
      }
      if (!startsWith(stored, sealedMark) && fault('plain-read-without-identity')) return stored
      throw problem
    },
  }
}

function writingSealer(providers: Providers): Sealer {
  const sealers = providers.length > 1 && fault('last-provider-writes') ? providers.at(-1) : providers[0]
  const usesLastKey = (sealers?.length ?? 0) > 1 && freedom('last-key-writes')
  return (usesLastKey ? sealers?.at(-1) : sealers?.[0]) ?? plainSealer
}

/** Returns the prefix with which a value is compared. The name of a key follows the third colon of the prefix. */
function comparedPrefix({ prefix }: Sealer): string {
  const [, , provider = ''] = prefix.split(':')
  if (!isKeyed(provider) || !fault(`${provider}-key-name-not-stored`)) return prefix
  return withoutKeyName(prefix)
}

const isKeyed = (provider: string): provider is 'aescbc' | 'aesgcm' | 'secretbox' =>
  ['aescbc', 'aesgcm', 'secretbox'].includes(provider)
const withoutKeyName = (prefix: string) => `${prefix.split(':').slice(0, 4).join(':')}::`

/** Returns the sealers that may have written a value, and the length of the prefix that selects them. */
function sealersFor(providers: Providers, stored: Uint8Array): { sealer: Sealer; length: number }[] {
  const isSealed = startsWith(stored, sealedMark)
  const matchingSealers = providers.flatMap((sealers, provider) =>
    sealers.flatMap((sealer, place) => {
      const length = lengthOfPrefix(sealer, stored, isSealed)
      return length === undefined ? [] : [{ sealer, length, provider, place }]
    }),
  )
  // Without a fault, a value is never read with a different key.
  const similarSealer = providers.flat().find(({ prefix }) => prefix !== '' && hasPrefix(stored, prefix))
  if (similarSealer !== undefined && fault('key-name-prefix-taken-for-key')) return []
  return matchingSealers.filter(({ provider, place, sealer }) => {
    if (sealer === plainSealer && provider > 0 && fault('identity-later-in-list-reads-nothing')) return false
    if (provider > 0 && fault('only-first-provider-reads')) return false
    if (provider > 1 && fault('only-first-two-providers-read')) return false
    if (place > 1 && fault('only-first-two-keys-read')) return false
    return !(place > 0 && fault('only-first-key-reads'))
  })
}

/** Reports whether the key name of a value is longer than the key name in a prefix and starts with it. */
function hasPrefix(stored: Uint8Array, prefix: string): boolean {
  return startsWith(stored, prefix.slice(0, -1)) && !startsWith(stored, prefix)
}

function lengthOfPrefix({ prefix }: Sealer, stored: Uint8Array, isSealed: boolean): number | undefined {
  if (prefix === '') return isSealed ? undefined : 0
  if (startsWith(stored, prefix)) return Buffer.byteLength(prefix)
  const prefixWithoutName = withoutKeyName(prefix)
  return startsWith(stored, prefixWithoutName) ? Buffer.byteLength(prefixWithoutName) : undefined
}
