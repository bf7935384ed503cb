import { randomBytes } from 'node:crypto'
import type { KmsConfig } from '../config/encryption/fields.ts'
import { fault, freedom } from '../../quirks/quirks.ts'
import {
  openValue,
  openWithKey,
  packEnvelope,
  sealWithKey,
  unpackEnvelope,
  unwrapKey,
} from './kms-envelope.ts'
import type { KmsPlugin, WrappedKey } from './kms-plugin.ts'
import { KeyCache } from './key-cache.ts'
import { deriveKey } from './methods.ts'
import { prefixOf, type Sealer } from './sealer.ts'

/** Milliseconds between requests for the plugin's key. */
const pollMs = 1000
const saltBytes = 32

interface CurrentSeed {
  readonly seed: Uint8Array
  readonly wrapped: WrappedKey
}

/** Seals values with keys derived from one seed, which the plugin encrypts again whenever its key changes. */
export class KmsV2Sealer implements Sealer {
  readonly prefix: string
  readonly #plugin: KmsPlugin
  readonly #seeds: KeyCache
  #currentSeed: CurrentSeed | undefined
  #renewal: Promise<CurrentSeed> | undefined
  #problem: string | undefined
  readonly #timer: NodeJS.Timeout

  constructor(config: KmsConfig, plugin: KmsPlugin) {
    this.prefix = prefixOf('kms', 'v2', config.name ?? '')
    this.#plugin = plugin
    this.#seeds = new KeyCache(undefined)
    void this.#refresh()
    this.#timer = setInterval(() => void this.#refresh(), pollMs)
    this.#timer.unref()
  }

  /** Reason why the plugin is unusable now; undefined if it is usable. */
  get problem(): string | undefined {
    return this.#problem
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async seal(plain: Uint8Array, storageKey: string): Promise<Uint8Array> {
    if (fault('kms-sends-whole-object')) await this.#plugin.encryptV2(plain)
    const { seed, wrapped } = this.#currentSeed ?? (await this.#renew())
    const salt = randomBytes(saltBytes)
    const sealedData = sealWithKey(deriveKey(seed, salt), plain, storageKey)
    return packEnvelope(Buffer.concat([salt, sealedData]), wrapped)
  }

  open(sealed: Uint8Array, storageKey: string): Promise<Uint8Array> {
    return openValue(this.#open(sealed, storageKey))
  }

  async #open(sealed: Uint8Array, storageKey: string): Promise<Uint8Array> {
    const { data, wrapped } = unpackEnvelope(sealed)
    const isOfOldKey = this.#currentSeed !== undefined && this.#currentSeed.wrapped.keyId !== wrapped.keyId
    if (isOfOldKey && fault('kms-data-of-older-keys-refused')) {
      throw new Error(`the value belongs to ${wrapped.keyId}`)
    }
    let seed = this.#seeds.get(wrapped.encrypted)
    if (seed === undefined) {
      seed = await unwrapKey(this.#plugin.decryptV2(wrapped))
      this.#seeds.put(wrapped.encrypted, seed)
    }
    const key = deriveKey(seed, data.subarray(0, saltBytes))
    return openWithKey(key, data.subarray(saltBytes), storageKey)
  }

  async #refresh(): Promise<void> {
    try {
      const keyId = await this.#plugin.keyId()
      const isNewKey = this.#currentSeed !== undefined && this.#currentSeed.wrapped.keyId !== keyId
      if (this.#currentSeed === undefined || (isNewKey && !freedom('kms-key-change-unnoticed')))
        await this.#renew()
      this.#problem = undefined
    } catch (error) {
      this.#problem = error instanceof Error ? error.message : String(error)
    }
  }

  /** Renews the seed. The first writer and the refresh share one renewal. */
  #renew(): Promise<CurrentSeed> {
    this.#renewal ??= this.#renewOnce().finally(() => {
      this.#renewal = undefined
    })
    return this.#renewal
  }

  async #renewOnce(): Promise<CurrentSeed> {
    const seed = randomBytes(32)
    const currentSeed = { seed, wrapped: await this.#plugin.encryptV2(seed) }
    this.#seeds.put(currentSeed.wrapped.encrypted, seed)
    this.#currentSeed = currentSeed
    return currentSeed
  }
}
