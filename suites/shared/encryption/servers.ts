import { expect, shared, sharedByName } from '#kit'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { type ServerSpec, sharedServer } from '../api-server.ts'
import { expectPlain, expectSealed, expectSealedUnder } from './at-rest.ts'
import { encryptionFile, type SecretKey } from './configuration.ts'
import {
  createMarked,
  defineResourceType,
  type MarkedObject,
  readMarked,
  updateMark,
  type ResourceType,
} from './marked-objects.ts'
import { type Storage, startStorage } from '../storage.ts'

/** Declares one store for all servers and checks of a file, created by the first server that needs it. */
export function sharedStorage(): () => Promise<Storage> {
  return shared(
    () => startStorage(),
    (storage) => storage.stop(),
  )
}

/** Server with an encryption file on a store, started by the first check that needs it. */
export class EncryptedServer {
  readonly server: () => Promise<ApiServer>
  readonly storage: () => Promise<Storage>
  readonly #define = sharedByName(async (_resource, type: ResourceType) =>
    defineResourceType(await this.server(), type),
  )

  /** @param entries entries of `resources`; without entries the server has no file */
  constructor(
    storage: () => Promise<Storage>,
    entries: readonly object[],
    further: () => ServerSpec | Promise<ServerSpec> = () => ({}),
  ) {
    this.storage = storage
    this.server = sharedServer(async () => {
      const { flags, ...rest } = await further()
      const encryption =
        entries.length === 0 ? {} : { '--encryption-provider-config': encryptionFile(entries) }
      return { ...rest, storage: await storage(), flags: { ...encryption, ...flags } }
    })
  }

  /** Stores a new object with a secret text. */
  async create(type: ResourceType): Promise<MarkedObject> {
    return createMarked(await this.server(), type)
  }

  /** Stores a new object of a custom type, which is defined while the server runs. */
  async createCustom(type: ResourceType): Promise<MarkedObject> {
    const server = await this.server()
    await this.#define(type.resource, type)
    return createMarked(server, type)
  }

  /** Replaces the secret text of an object. */
  async changes(object: MarkedObject): Promise<MarkedObject> {
    return updateMark(await this.server(), object)
  }

  /** Expects a response for the object with its secret text. */
  async expectReads(object: MarkedObject): Promise<void> {
    expect(await readMarked(await this.server(), object)).toEqual({ status: 200, tells: true })
  }

  /** Expects an error response for the object, without its secret text. */
  async expectCannotRead(object: MarkedObject): Promise<void> {
    const { status, tells: message } = await readMarked(await this.server(), object)
    expect(status, `the status of GET ${object.path}`).toBeGreaterThanOrEqual(400)
    expect(message, 'whether the answer holds the secret text').toBe(false)
  }

  /** Expects the stored object to contain the name of the key, and not the secret text. */
  async expectSealed(object: MarkedObject, namedKey?: { readonly name: string }): Promise<void> {
    await expectSealed(await this.storage(), object, namedKey)
  }

  /** Expects the object to be stored in the form of the key's provider, which needs the capability `sealed-form`. */
  async expectSealedUnder(object: MarkedObject, key: SecretKey): Promise<void> {
    await expectSealedUnder(await this.storage(), object, key)
  }

  /** Expects the object to be stored unencrypted. */
  async expectPlain(object: MarkedObject): Promise<void> {
    await expectPlain(await this.storage(), object)
  }
}
