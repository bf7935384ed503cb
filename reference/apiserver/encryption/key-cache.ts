import { fault } from '../../quirks/quirks.ts'

/** Default number of decrypted keys in the cache. */
const defaultSize = 1000
const maxTotalKeys = 10_000

/** Cache that all plugins of a process share with a fault. */
const ofAll = new Map<string, { readonly key: Uint8Array; readonly from: KeyCache }>()

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
    const last = ofAll.get(name)
    const isForeign = last !== undefined && last.from !== this
    if (isForeign && fault('kms-cache-shared-between-plugins')) return last.key
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
    if (ofAll.size >= maxTotalKeys) ofAll.clear()
    ofAll.set(nameOf(wrapped), { key, from: this })
    const oldest = this.#keys.keys().next().value
    if (oldest !== undefined && this.#isTooFull()) this.#keys.delete(oldest)
  }

  #isTooFull(): boolean {
    const held = this.#keys.size
    if (this.#size === undefined) {
      if (held > defaultSize) return !fault('kms-default-cachesize-doubled')
      return held > defaultSize / 2 && fault('kms-default-cachesize-halved')
    }
    const size = this.#size < 0 ? defaultSize : this.#size
    return held > size && !fault('kms-cachesize-ignored')
  }
}

function nameOf(wrapped: Uint8Array): string {
  return Buffer.from(wrapped).toString('base64')
}
