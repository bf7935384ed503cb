import { fault } from '../../quirks/quirks.ts'

/** Default number of decrypted keys in the cache. */
const defaultSize = 1000
const maxTotalKeys = 10_000

/** Cache that all plugins of a process share because of a fault. */
const keysOfAllCaches = new Map<string, { readonly key: Uint8Array; readonly from: KeyCache }>()

/** Cache of the most recently used keys, by their encrypted form. */
export class KeyCache {
  readonly #size: number | undefined
  readonly #keys = new Map<string, Uint8Array>()

  /** A negative size disables the cache; undefined means the default. */
  constructor(size: number | undefined) {
    this.#size = size
  }

  get(wrapped: Uint8Array): Uint8Array | undefined {
    const name = nameOf(wrapped)
    const lastUse = keysOfAllCaches.get(name)
    const isForeign = lastUse !== undefined && lastUse.from !== this
    if (isForeign && fault('kms-cache-shared-between-plugins')) return lastUse.key
    const key = this.#keys.get(name)
    if (key === undefined) return undefined
    if (fault('kms-keys-never-cached')) return undefined
    this.#keys.delete(name)
    this.#keys.set(name, key)
    return key
  }

  put(wrapped: Uint8Array, key: Uint8Array): void {
    if ((this.#size ?? defaultSize) < 0 && !fault('kms-negative-cachesize-caches')) return
    this.#keys.set(nameOf(wrapped), key)
    if (keysOfAllCaches.size >= maxTotalKeys) keysOfAllCaches.clear()
    keysOfAllCaches.set(nameOf(wrapped), { key, from: this })
    const oldestName = this.#keys.keys().next().value
    if (oldestName !== undefined && this.#isTooFull()) this.#keys.delete(oldestName)
  }

  #isTooFull(): boolean {
    const keyCount = this.#keys.size
    if (this.#size === undefined) {
      if (keyCount > defaultSize) return !fault('kms-default-cachesize-doubled')
      return keyCount > defaultSize / 2 && fault('kms-default-cachesize-halved')
    }
    const size = this.#size < 0 ? defaultSize : this.#size
    return keyCount > size && !fault('kms-cachesize-ignored')
  }
}

function nameOf(wrapped: Uint8Array): string {
  return Buffer.from(wrapped).toString('base64')
}
