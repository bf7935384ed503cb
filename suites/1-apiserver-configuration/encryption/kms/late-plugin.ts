import { assertNotLate, expect, HarnessError, messageOf, nowMs, untilConclusive } from '#kit'
import { after, type KmsRequest } from '#mocks/kms-plugin/index.ts'
import { expectNotStored } from '../../../shared/encryption/at-rest.ts'
import type { EncryptedServer } from '../../../shared/encryption/servers.ts'
import type { KmsUse } from './servers.ts'
import {
  createMarkedObject,
  type MarkedObject,
  readMarked,
} from '../../../shared/encryption/marked-objects.ts'

/** Delays of the responses of a plugin, in milliseconds. */
export interface PluginDelays<Read extends string> {
  /** The provider's timeout. A plugin that is meant to be quick can exceed it on a busy machine. */
  readonly timeout: number
  readonly writeDelay: number
  /** Delay of each read, by the object of the key. */
  readonly readDelays: Readonly<Record<Read, number>>
}

/** Object whose decrypt response is delayed, with its decrypt calls. */
interface DelayedObject {
  readonly object: MarkedObject
  readonly calls: () => Promise<number>
}

/** Plugin of version 1 whose provider has no cache, so that each read and each write needs it. */
export class LatePlugin<Read extends string> {
  readonly #use: KmsUse
  readonly #server: EncryptedServer
  readonly #lateness: PluginDelays<Read>
  #ready: Promise<ReadonlyMap<string, DelayedObject>> | undefined

  constructor(use: KmsUse, server: EncryptedServer, lateness: PluginDelays<Read>) {
    this.#use = use
    this.#server = server
    this.#lateness = lateness
  }

  /**
   * Expects that an object is read although the response with its key is delayed. A failed read is inconclusive if the
   * call took longer than the timeout.
   */
  async expectReads(read: Read, timeoutMs: number): Promise<void> {
    await expectLateRead(this.#server, await this.#late(read), timeoutMs)
  }

  /** Expects that an object cannot be read because its key arrives too late. */
  async expectCannotRead(read: Read): Promise<void> {
    await expectTimeout(this.#server, await this.#late(read))
  }

  /** Expects that an object is stored although the encryption of its key is late. */
  async expectStores(timeoutMs: number): Promise<void> {
    await this.#prepared()
    await untilConclusive(async () => {
      const fromMs = nowMs()
      const { status } = await createMarkedObject(await this.#server.server(), this.#use.type)
      if (status !== 201) assertNotLate(fromMs + timeoutMs, 'The write')
      expect(status, 'the status of the write').toBe(201)
      expect(nowMs() - fromMs, 'how long it took').toBeGreaterThanOrEqual(this.#lateness.writeDelay - earlyMs)
    })
  }

  /** Expects that an object is not stored because the encryption of its key is too late. */
  async expectCannotStore(): Promise<void> {
    await this.#prepared()
    const callsBefore = await this.#use.calls('Encrypt')
    const createdObject = await createMarkedObject(await this.#server.server(), this.#use.type)
    expect(await this.#use.calls('Encrypt'), 'calls to encrypt').not.toHaveLength(callsBefore.length)
    await expectNotStored(await this.#server.storage(), createdObject)
  }

  async #late(read: Read): Promise<DelayedObject> {
    const delayedObject = (await this.#prepared()).get(read)
    if (delayedObject === undefined) throw new RangeError(`There is no late object ${read}.`)
    return delayedObject
  }

  #prepared(): Promise<ReadonlyMap<string, DelayedObject>> {
    this.#ready ??= runWithinTimeout(this.#lateness.timeout, () => this.#prepare()).catch(
      (thrown: unknown) => {
        this.#ready = undefined
        throw thrown
      },
    )
    return this.#ready
  }

  /** Expects that an object is read. A failed read is inconclusive if it took longer than the provider's timeout. */
  async #expectQuickRead(object: MarkedObject): Promise<void> {
    const fromMs = nowMs()
    try {
      await this.#server.expectReads(object)
    } catch (thrown) {
      assertNotLate(fromMs + this.#lateness.timeout, 'The read')
      throw thrown
    }
  }

  /** Stores the objects and records their encrypted keys while the plugin is still quick. */
  async #prepare(): Promise<ReadonlyMap<string, DelayedObject>> {
    const use = this.#use
    const delayedObjects = new Map<string, DelayedObject>()
    const delaysByCiphertext = new Map<string | undefined, number>()
    for (const [read, ms] of Object.entries<number>(this.#lateness.readDelays)) {
      const object = await use.create()
      const callsBefore = await use.calls('Decrypt')
      await this.#expectQuickRead(object)
      const [call] = (await use.calls('Decrypt')).slice(callsBefore.length)
      expect(call, 'the call to decrypt').toBeDefined()
      delaysByCiphertext.set(call?.ciphertext, ms)
      const sameCalls = async () =>
        (await use.calls('Decrypt')).filter((c) => c.ciphertext === call?.ciphertext)
      delayedObjects.set(read, { object, calls: async () => (await sameCalls()).length })
    }
    const plugin = await use.plugin()
    const answerLate = <Honest>(honest: Honest, request: KmsRequest) =>
      after<Honest, KmsRequest>(delaysByCiphertext.get(request.ciphertext) ?? 0)(honest, request)
    plugin.answer({
      encrypt: after(this.#lateness.writeDelay),
      encryptV1: after(this.#lateness.writeDelay),
      decrypt: answerLate,
      decryptV1: answerLate,
    })
    return delayedObjects
  }
}

/**
 * Returns an object of a version that caches keys. Another server must request its key once, and that response is
 * delayed.
 */
export async function delayOnce(use: KmsUse, lateMs: number, timeoutMs: number): Promise<DelayedObject> {
  const object = await runWithinTimeout(timeoutMs, () => use.create())
  const plugin = await use.plugin()
  plugin.answer({ decrypt: after(lateMs), decryptV1: after(lateMs) })
  return { object, calls: async () => (await use.calls('Decrypt')).length }
}

/**
 * Runs a preparation that needs responses of the plugin within a timeout. A failure is attributed to a busy machine.
 */
async function runWithinTimeout<T>(limitMs: number, prepare: () => Promise<T>): Promise<T> {
  try {
    return await prepare()
  } catch (thrown) {
    if (!(thrown instanceof HarnessError) || thrown.code !== 'untestable') throw thrown
    throw new HarnessError('untestable', messageOf(thrown), { limitMs, cause: thrown })
  }
}

/** Expects that the object is read through the plugin. */
export async function expectLateRead(
  server: EncryptedServer,
  delayedObject: DelayedObject,
  timeoutMs: number,
): Promise<void> {
  await untilConclusive(async () => {
    const callsBefore = await delayedObject.calls()
    const fromMs = nowMs()
    const readResponse = await readMarked(await server.server(), delayedObject.object)
    expect(await delayedObject.calls(), 'calls to decrypt').toBeGreaterThan(callsBefore)
    if (readResponse.status !== 200) assertNotLate(fromMs + timeoutMs, 'The read')
    expect(readResponse).toEqual({ status: 200, tells: true })
  })
}

/** Expects that the plugin is called and the object cannot be read. */
export async function expectTimeout(server: EncryptedServer, delayedObject: DelayedObject): Promise<void> {
  const callsBefore = await delayedObject.calls()
  const { status, tells: message } = await readMarked(await server.server(), delayedObject.object)
  expect(await delayedObject.calls(), 'calls to decrypt').toBeGreaterThan(callsBefore)
  expect(status, `the status of GET ${delayedObject.object.path}`).toBeGreaterThanOrEqual(400)
  expect(message, 'whether the answer holds the secret text').toBe(false)
}

// Longest time by which a timer may fire early.
const earlyMs = 50
