import { expect } from '#harness/check/expect.ts'
import { nowMs } from '#harness/time.ts'
import { after, type KmsAsked } from '#mocks/kms-plugin/index.ts'
import { expectNotStored } from '../../../shared/encryption/at-rest.ts'
import type { EncryptedServer } from '../../../shared/encryption/servers.ts'
import type { KmsUse } from './servers.ts'
import { askForMarked, type MarkedObject, readMarked } from '../../../shared/encryption/marked-objects.ts'
import { conclusively, inTime } from '#harness/observe/doubt.ts'

/** How late a plugin answers, in milliseconds. */
export interface Lateness<Read extends string> {
  readonly write: number
  /** By the object whose key it is. */
  readonly reads: Readonly<Record<Read, number>>
}

/** An object whose key comes late, and how to see that it was asked for. */
interface Late {
  readonly object: MarkedObject
  readonly calls: () => Promise<number>
}

/** A plugin of version 1 whose provider caches nothing, so that each read and each write needs it. */
export class LatePlugin<Read extends string> {
  readonly #use: KmsUse
  readonly #server: EncryptedServer
  readonly #lateness: Lateness<Read>
  #ready: Promise<ReadonlyMap<string, Late>> | undefined

  constructor(use: KmsUse, server: EncryptedServer, lateness: Lateness<Read>) {
    this.#use = use
    this.#server = server
    this.#lateness = lateness
  }

  /** An object is read although its key comes late; without that, a call that took longer than the timeout says nothing. */
  async expectReads(read: Read, timeoutMs: number): Promise<void> {
    await expectLateRead(this.#server, await this.#late(read), timeoutMs)
  }

  /** An object cannot be read because its key comes too late. */
  async expectCannotRead(read: Read): Promise<void> {
    await expectTooLate(this.#server, await this.#late(read))
  }

  /** An object is stored although the encryption of its key comes late. */
  async expectStores(timeoutMs: number): Promise<void> {
    await this.#prepared()
    await conclusively(async () => {
      const fromMs = nowMs()
      const { status } = await askForMarked(await this.#server.server(), this.#use.type)
      if (status !== 201) inTime(fromMs + timeoutMs, 'The write')
      expect(status, 'the status of the write').toBe(201)
      expect(nowMs() - fromMs, 'how long it took').toBeGreaterThanOrEqual(this.#lateness.write - earlyMs)
    })
  }

  /** An object is not stored because the encryption of its key comes too late. */
  async expectCannotStore(): Promise<void> {
    await this.#prepared()
    const before = await this.#use.calls('Encrypt')
    const asked = await askForMarked(await this.#server.server(), this.#use.type)
    expect(await this.#use.calls('Encrypt'), 'calls to encrypt').not.toHaveLength(before.length)
    await expectNotStored(await this.#server.storage(), asked)
  }

  async #late(read: Read): Promise<Late> {
    const late = (await this.#prepared()).get(read)
    if (late === undefined) throw new RangeError(`There is no late object ${read}.`)
    return late
  }

  #prepared(): Promise<ReadonlyMap<string, Late>> {
    this.#ready ??= this.#prepare()
    return this.#ready
  }

  /** Stores the objects and learns what their keys look like while the plugin is still quick. */
  async #prepare(): Promise<ReadonlyMap<string, Late>> {
    const use = this.#use
    const lates = new Map<string, Late>()
    const delays = new Map<string | undefined, number>()
    for (const [read, ms] of Object.entries<number>(this.#lateness.reads)) {
      const object = await use.creates()
      const before = await use.calls('Decrypt')
      await this.#server.expectReads(object)
      const [asked] = (await use.calls('Decrypt')).slice(before.length)
      expect(asked, 'the call to decrypt').toBeDefined()
      delays.set(asked?.ciphertext, ms)
      const same = async () => (await use.calls('Decrypt')).filter((c) => c.ciphertext === asked?.ciphertext)
      lates.set(read, { object, calls: async () => (await same()).length })
    }
    const plugin = await use.plugin()
    const late = <Honest>(honest: Honest, asked: KmsAsked) =>
      after<Honest, KmsAsked>(delays.get(asked.ciphertext) ?? 0)(honest, asked)
    plugin.answer({
      encrypt: after(this.#lateness.write),
      encryptV1: after(this.#lateness.write),
      decrypt: late,
      decryptV1: late,
    })
    return lates
  }
}

/** An object of a version that keeps its keys: another server has to ask for its key once, and that comes late. */
export async function lateOnce(use: KmsUse, lateMs: number): Promise<Late> {
  const object = await use.creates()
  const plugin = await use.plugin()
  plugin.answer({ decrypt: after(lateMs), decryptV1: after(lateMs) })
  return { object, calls: async () => (await use.calls('Decrypt')).length }
}

/** The object is read, by way of the plugin. */
export async function expectLateRead(server: EncryptedServer, late: Late, timeoutMs: number): Promise<void> {
  await conclusively(async () => {
    const before = await late.calls()
    const fromMs = nowMs()
    const answer = await readMarked(await server.server(), late.object)
    expect(await late.calls(), 'calls to decrypt').toBeGreaterThan(before)
    if (answer.status !== 200) inTime(fromMs + timeoutMs, 'The read')
    expect(answer).toEqual({ status: 200, tells: true })
  })
}

/** The plugin is asked, and the object is not read. */
export async function expectTooLate(server: EncryptedServer, late: Late): Promise<void> {
  const before = await late.calls()
  const { status, tells } = await readMarked(await server.server(), late.object)
  expect(await late.calls(), 'calls to decrypt').toBeGreaterThan(before)
  expect(status, `the status of GET ${late.object.path}`).toBeGreaterThanOrEqual(400)
  expect(tells, 'whether the answer holds the secret text').toBe(false)
}

// A timer may fire that much before its time.
const earlyMs = 50
