import { user } from '../../serving/user.ts'
import { ApiError } from '../../serving/api-error.ts'
import type { ServerRequest } from '../../serving/request.ts'
import type { Json } from '../../serving/json-body.ts'
import type { Codec } from '../storage/codec.ts'
import type { Store, Stored } from '../storage/store.ts'
import type { TransformerOf } from '../storage/transformer.ts'
import type { Admission } from './admission.ts'
import { runConcurrently, type Deletion } from './deletion.ts'
import { isComplete } from './dependents.ts'
import { mergePatch, metadataOf, prepareUpdate, prepareCreate, withRevision } from '../api/object.ts'
import { apiVersion, type Resource, storageKey } from '../api/resource.ts'

/** Request on whose behalf an object is changed. */
type Requester = Pick<ServerRequest, 'user'>

/** Services for the object endpoints. */
export interface ObjectServices {
  readonly store: Store
  readonly prefix: string
  /** Returns the prefix of a resource that differs from the common prefix. Only faults use it. */
  readonly prefixOf?: (resource: Resource) => string
  readonly transformerOf: TransformerOf
  readonly codec: Codec
  readonly admission: Admission
  readonly deletion: Deletion
}

/** Operations on the objects of one resource: in one namespace, in all namespaces, or without a namespace. */
export class Objects {
  readonly #services: ObjectServices
  readonly #resource: Resource
  readonly #namespace: string

  constructor(services: ObjectServices, resource: Resource, namespace: string) {
    this.#services = services
    this.#resource = resource
    this.#namespace = namespace
  }

  /** Stores a new object. Throws 409 if the name is in use. */
  async create(requester: Requester, requestedObject: Json): Promise<Json> {
    const { name, object } = prepareCreate(requestedObject, this.#resource, this.#namespace)
    const admittedObject = await this.#admit(requester, 'CREATE', name, object, undefined)
    const revision = await this.#write(name, admittedObject, 0n)
    if (revision === undefined) throw this.#error(409, name, 'already exists', 'AlreadyExists')
    return withRevision(admittedObject, revision)
  }

  /** Returns one object. Throws 404 if no object has the name. */
  async get(name: string): Promise<Json> {
    const { object, revision } = await this.#read(name)
    return withRevision(object, revision)
  }

  /** Returns all objects as a list object. */
  async list(): Promise<Json> {
    const { values, revision } = await this.#services.store.list(this.prefix)
    const items = await Promise.all(
      values.map(async (stored) => withRevision(await this.decode(stored), stored.revision)),
    )
    const metadata = { resourceVersion: String(revision) }
    return { kind: `${this.#resource.kind}List`, apiVersion: apiVersion(this.#resource), metadata, items }
  }

  /** Replaces an object. Throws 409 if it was changed since the caller read it. */
  async update(requester: Requester, name: string, requestedObject: Json): Promise<Json> {
    const expectedVersion = metadataOf(requestedObject)['resourceVersion']
    return this.#change(requester, name, (before, revision) => {
      if (
        typeof expectedVersion === 'string' &&
        expectedVersion !== '' &&
        expectedVersion !== String(revision)
      ) {
        throw this.#error(409, name, 'was changed by someone else')
      }
      return prepareUpdate(requestedObject, before, this.#resource)
    })
  }

  /** Applies a merge patch to an object. */
  async patch(requester: Requester, name: string, patch: Json): Promise<Json> {
    return this.#change(requester, name, (before) =>
      prepareUpdate(mergePatch(before, patch) as Json, before, this.#resource),
    )
  }

  /** Deletes all objects and returns their last states. */
  async deleteAll(requester: Requester, propagation: string): Promise<Json> {
    const list = await this.list()
    const items = Array.isArray(list['items']) ? (list['items'] as Json[]) : []
    await runConcurrently(this.#services.deletion.workers(), items, async (item) => {
      const { name, namespace } = metadataOf(item)
      const objectNamespace = typeof namespace === 'string' ? namespace : this.#namespace
      await new Objects(this.#services, this.#resource, objectNamespace).delete(
        requester,
        String(name),
        propagation,
      )
    })
    return list
  }

  /** Deletes an object, or marks it if finalizers must run before. Returns its last state. */
  async delete(requester: Requester, name: string, propagation = ''): Promise<Json> {
    const { object, revision } = await this.#read(name)
    await this.#admit(requester, 'DELETE', name, object, object)
    const markedObject = this.#services.deletion.mark(object, propagation)
    if (markedObject !== undefined)
      return withRevision(markedObject, (await this.#write(name, markedObject, revision)) ?? revision)
    const isDeleted = await this.#services.store.delete(this.#key(name), revision)
    if (!isDeleted) throw this.#error(409, name, 'was changed by someone else')
    return withRevision(object, revision)
  }

  /** Storage prefix of all objects. */
  get prefix(): string {
    return this.#key('')
  }

  /** Decodes a stored value into an object. */
  async decode({ key, value }: Pick<Stored, 'key' | 'value'>): Promise<Json> {
    const decryptedValue = await this.#transformer.fromStorage(value, key)
    return this.#services.codec.decode(decryptedValue)
  }

  async #change(
    requester: Requester,
    name: string,
    apply: (before: Json, revision: bigint) => Json,
  ): Promise<Json> {
    const { object: currentObject, revision } = await this.#read(name)
    const admittedObject = await this.#admit(
      requester,
      'UPDATE',
      name,
      apply(currentObject, revision),
      currentObject,
    )
    const newRevision = await this.#write(name, admittedObject, revision)
    if (newRevision === undefined) throw this.#error(409, name, 'was changed by someone else')
    if (isComplete(admittedObject)) await this.#services.store.delete(this.#key(name), newRevision)
    return withRevision(admittedObject, newRevision)
  }

  async #read(name: string): Promise<{ object: Json; revision: bigint }> {
    const storedValue = await this.#services.store.get(this.#key(name))
    if (storedValue === undefined) throw this.#error(404, name, 'not found')
    return { object: await this.decode(storedValue), revision: storedValue.revision }
  }

  async #write(name: string, object: Json, expectedRevision: bigint): Promise<bigint | undefined> {
    const key = this.#key(name)
    const encodedObject = await this.#services.codec.encode(object, this.#resource)
    return this.#services.store.put(
      key,
      await this.#transformer.toStorage(encodedObject, key),
      expectedRevision,
    )
  }

  async #admit(
    requester: Requester,
    operation: 'CREATE' | 'UPDATE' | 'DELETE',
    name: string,
    object: Json,
    currentObject: Json | undefined,
  ): Promise<Json> {
    const proposal = {
      operation,
      resource: this.#resource,
      namespace: this.#namespace,
      name,
      user: requester.user ?? user(''),
      object: operation === 'DELETE' ? undefined : object,
      before: currentObject,
    } as const
    return (await this.#services.admission(proposal)) ?? object
  }

  get #transformer() {
    return this.#services.transformerOf(this.#resource.group, this.#resource.resource)
  }

  #key(name: string): string {
    const { prefix, prefixOf = () => prefix } = this.#services
    return storageKey(prefixOf(this.#resource), this.#resource, this.#namespace, name)
  }

  #error(status: number, name: string, message: string, reason?: string): ApiError {
    return new ApiError(status, `${this.#resource.resource} ${JSON.stringify(name)} ${message}`, reason)
  }
}
