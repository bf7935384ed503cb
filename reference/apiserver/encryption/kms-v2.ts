import { randomBytes } from 'node:crypto'
import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import type { KmsConfig } from '../config/encryption-fields.ts'
import type { ServerQuirks } from '../faults.ts'
import { EnvelopeSchema } from './generated/envelope_pb.ts'
import type { KmsPlugin, WrappedKey } from './kms-plugin.ts'
import { KeyCache } from './key-cache.ts'
import { aesGcm, derivedKey, fromNonce, withNonce } from './methods.ts'
import { prefixOf, type Sealer } from './sealer.ts'

/** Milliseconds between questions for the plugin's key. */
const pollMs = 1000
const saltBytes = 32

interface Current {
  readonly seed: Uint8Array
  readonly wrapped: WrappedKey
}

/** Seals values with keys made from one seed, which the plugin encrypts anew whenever its own key changes. */
export class KmsV2Sealer implements Sealer {
  readonly prefix: string
  readonly #plugin: KmsPlugin
  readonly #quirks: ServerQuirks
  readonly #seeds: KeyCache
  #current: Current | undefined
  #renewing: Promise<Current> | undefined
  #problem: string | undefined
  readonly #timer: NodeJS.Timeout

  constructor(config: KmsConfig, plugin: KmsPlugin, quirks: ServerQuirks) {
    const shown = quirks.fault('kms-name-not-stored') ? '' : (config.name ?? '')
    this.prefix = prefixOf('kms', 'v2', shown)
    this.#plugin = plugin
    this.#quirks = quirks
    this.#seeds = new KeyCache(undefined, quirks)
    void this.#refresh()
    this.#timer = setInterval(() => void this.#refresh(), pollMs)
    this.#timer.unref()
  }

  /** Why the plugin cannot be used now; undefined when it can. */
  get problem(): string | undefined {
    return this.#problem
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async seal(plain: Uint8Array, storageKey: string): Promise<Uint8Array> {
    const quirks = this.#quirks
    if (quirks.fault('kms-stores-plain')) return plain
    if (quirks.fault('kms-sends-whole-object'))
      return envelope(new Uint8Array(), await this.#plugin.encryptV2(plain))
    const { seed, wrapped } = this.#current ?? (await this.#renew())
    const salt = randomBytes(saltBytes)
    const sealed = withNonce(aesGcm, plain, derivedKey(seed, salt), storageKey)
    return envelope(Buffer.concat([salt, sealed]), wrapped)
  }

  async open(sealed: Uint8Array, storageKey: string): Promise<Uint8Array> {
    const quirks = this.#quirks
    if (quirks.fault('kms-stores-plain')) return sealed
    const { data, encryptedKey: encrypted, keyId, annotations } = fromBinary(EnvelopeSchema, sealed)
    const wrapped = { encrypted, keyId, annotations }
    if (quirks.fault('kms-sends-whole-object')) return this.#plugin.decryptV2(wrapped)
    let seed = this.#seeds.get(encrypted)
    if (seed === undefined) {
      seed = await this.#plugin.decryptV2(wrapped)
      this.#seeds.put(encrypted, seed)
    }
    const key = derivedKey(seed, data.subarray(0, saltBytes))
    return fromNonce(aesGcm, data.subarray(saltBytes), key, storageKey)
  }

  async #refresh(): Promise<void> {
    try {
      const keyId = await this.#plugin.keyId()
      const isNew = this.#current !== undefined && this.#current.wrapped.keyId !== keyId
      if (this.#current === undefined || (isNew && !this.#quirks.fault('kms-key-change-ignored')))
        await this.#renew()
      this.#problem = undefined
    } catch (error) {
      this.#problem = error instanceof Error ? error.message : String(error)
    }
  }

  /** Asked by the first writer and by the refresh: both get the same. */
  #renew(): Promise<Current> {
    this.#renewing ??= this.#renewOnce().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  async #renewOnce(): Promise<Current> {
    const seed = randomBytes(32)
    const current = { seed, wrapped: await this.#plugin.encryptV2(seed) }
    this.#seeds.put(current.wrapped.encrypted, seed)
    this.#current = current
    return current
  }
}

function envelope(data: Uint8Array, { encrypted, keyId, annotations }: WrappedKey): Uint8Array {
  const message = { data, keyId, encryptedKey: encrypted, annotations: { ...annotations } }
  return toBinary(EnvelopeSchema, create(EnvelopeSchema, message))
}
