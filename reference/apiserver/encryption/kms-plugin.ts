import { randomUUID } from 'node:crypto'
import { create } from '@bufbuild/protobuf'
import { Client, credentials } from '@grpc/grpc-js'
import { call } from '../../grpc/call.ts'
import { directOptions } from '../../grpc/channel.ts'
import type { KmsConfig } from '../config/encryption/fields.ts'
import { fault } from '../../quirks/quirks.ts'
import * as v1 from '#protos/kms/v1beta1_pb.ts'
import * as v2 from '#protos/kms/v2_pb.ts'

/** Default timeout of a call in milliseconds. */
const defaultTimeoutMs = 3000

/** Name of the first version of the interface. */
const firstVersion = 'v1beta1'

/** Key that the plugin encrypted, with the data that the plugin requires for the decryption. */
export interface WrappedKey {
  readonly encrypted: Uint8Array
  readonly keyId: string
  readonly annotations: Readonly<Record<string, Uint8Array>>
}

/** Client of one key management plugin, for both versions of the interface. */
export class KmsPlugin {
  readonly #client: Client
  readonly #timeoutMs: number | undefined
  #versionCheck: Promise<unknown> | undefined
  #isDead = false

  constructor({ endpoint = '', timeout }: KmsConfig) {
    // An endpoint is missing only with a fault, and then nothing responds.
    const address = endpoint === '' ? 'unix:/dev/null' : endpoint.replace(/^unix:\/\//, 'unix:')
    this.#client = new Client(address, credentials.createInsecure(), {
      ...directOptions,
      'grpc.initial_reconnect_backoff_ms': 100,
      'grpc.max_reconnect_backoff_ms': 1000,
    })
    this.#timeoutMs = timeout
  }

  /** True if the plugin was unreachable at the last call; used by a fault only. */
  get isDead(): boolean {
    return this.#isDead
  }

  /** Encrypts in version 1. Before the first call, requests the version of the plugin. */
  async encryptV1(plain: Uint8Array): Promise<Uint8Array> {
    await this.#agreeV1()
    const request = create(v1.EncryptRequestSchema, { version: firstVersion, plain })
    const withinMs = this.#withinMs('kms-encrypt-timeout-ignored')
    const { encrypt } = v1.KeyManagementService.method
    return (await this.#trackReachability(call(this.#client, encrypt, request, withinMs))).cipher
  }

  /** Decrypts in version 1. */
  async decryptV1(cipher: Uint8Array): Promise<Uint8Array> {
    await this.#agreeV1()
    const request = create(v1.DecryptRequestSchema, { version: firstVersion, cipher })
    const withinMs = this.#withinMs('kms-decrypt-timeout-ignored')
    const { decrypt } = v1.KeyManagementService.method
    return (await this.#trackReachability(call(this.#client, decrypt, request, withinMs))).plain
  }

  /** Returns the id of the key with which a plugin of version 2 encrypts. Rejects if the plugin is unhealthy. */
  async keyId(): Promise<string> {
    const { status } = v2.KeyManagementService.method
    const answer = await call(this.#client, status, create(v2.StatusRequestSchema), this.#withinMs())
    const { version, healthz, keyId } = answer
    if (!['v2', 'v2beta1'].includes(version)) throw new Error(`the plugin speaks version ${version}`)
    if (healthz !== 'ok') throw new Error(`the plugin is not well: ${healthz}`)
    if (keyId === '') throw new Error('the plugin names no key')
    return keyId
  }

  /** Encrypts in version 2. */
  async encryptV2(plaintext: Uint8Array): Promise<WrappedKey> {
    const request = create(v2.EncryptRequestSchema, { plaintext, uid: randomUUID() })
    const withinMs = this.#withinMs('kms-encrypt-timeout-ignored')
    const answer = await call(this.#client, v2.KeyManagementService.method.encrypt, request, withinMs)
    if (answer.ciphertext.length === 0) throw new Error('the plugin encrypted to nothing')
    return { encrypted: answer.ciphertext, keyId: answer.keyId, annotations: answer.annotations }
  }

  /** Decrypts in version 2. */
  async decryptV2({ encrypted, keyId, annotations }: WrappedKey): Promise<Uint8Array> {
    const uid = randomUUID()
    const request = create(v2.DecryptRequestSchema, {
      ciphertext: encrypted,
      uid,
      keyId,
      annotations: { ...annotations },
    })
    const withinMs = this.#withinMs('kms-decrypt-timeout-ignored')
    return (await call(this.#client, v2.KeyManagementService.method.decrypt, request, withinMs)).plaintext
  }

  close(): void {
    this.#client.close()
  }

  async #trackReachability<Answer>(pendingCall: Promise<Answer>): Promise<Answer> {
    try {
      const answer = await pendingCall
      this.#isDead = false
      return answer
    } catch (error) {
      this.#isDead = /connect/i.test(String(error))
      throw error
    }
  }

  async #agreeV1(): Promise<void> {
    this.#versionCheck ??= this.#queryVersion().catch((cause: unknown) => {
      this.#versionCheck = undefined
      throw cause
    })
    await this.#versionCheck
  }

  async #queryVersion(): Promise<void> {
    const request = create(v1.VersionRequestSchema, { version: firstVersion })
    const { version: method } = v1.KeyManagementService.method
    const { version } = await call(this.#client, method, request, this.#withinMs())
    if (version !== firstVersion) throw new Error(`the plugin speaks version ${version}`)
  }

  #withinMs(ignored?: 'kms-encrypt-timeout-ignored' | 'kms-decrypt-timeout-ignored'): number {
    const usesDefaultTimeout = this.#timeoutMs === undefined
    if (ignored !== undefined && fault(ignored)) return 60_000
    if (usesDefaultTimeout) {
      if (fault('kms-default-timeout-doubled')) return 2 * defaultTimeoutMs
      return fault('kms-default-timeout-halved') ? defaultTimeoutMs / 2 : defaultTimeoutMs
    }
    const hasOtherTimeout = this.#timeoutMs !== defaultTimeoutMs
    if (hasOtherTimeout && fault('kms-timeout-ignored')) return defaultTimeoutMs
    return fault('kms-timeout-halved') ? this.#timeoutMs / 2 : this.#timeoutMs
  }
}
