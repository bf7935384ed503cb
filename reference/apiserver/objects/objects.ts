import { user } from '../../serving/user.ts'
import { ApiError } from '../../serving/api-error.ts'
import type { ServerRequest } from '../../serving/request.ts'
import type { Json } from '../../serving/json-body.ts'
import type { Codec } from '../storage/codec.ts'
import type { Store, Stored } from '../storage/store.ts'
import type { TransformerOf } from '../storage/transformer.ts'
import type { Admission } from './admission.ts'
import { byWorkers, type Deletion } from './deletion.ts'
import { isDone } from './dependents.ts'
import { mergePatch, metadataOf, prepareChanged, prepareNew, withRevision } from '../api/object.ts'
import { apiVersion, type Resource, storageKey } from '../api/resource.ts'

/** Sender of a change. */
type Requester = Pick<ServerRequest, 'user'>

/** Services for the object endpoints. */
export interface ObjectServices {
  readonly store: Store
  readonly prefix: string
  /** Returns the prefix of a resource that differs from the common one. Only defects use it. */
  readonly prefixOf?: (resource: Resource) => string
  readonly transformerOf: TransformerOf
  readonly codec: Codec
  readonly admission: Admission
  readonly deletion: Deletion
}

/** Objects of one resource in one namespace (or in none, or in all). */
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
  async create(requester: Requester, wanted: Json): Promise<Json> {
    const { name, object } = prepareNew(wanted, this.#resource, this.#namespace)
    const admitted = await this.#admit(requester, 'CREATE', name, object, undefined)
    const revision = await this.#write(name, admitted, 0n)
    if (revision === undefined) throw this.#error(409, name, 'already exists', 'AlreadyExists')
    return withRevision(admitted, revision)
  }

  /** Returns one object. Throws 404 if there is none of the name. */
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
  async update(requester: Requester, name: string, wanted: Json): Promise<Json> {
    const expected = metadataOf(wanted)['resourceVersion']
    return this.#change(requester, name, (before, revision) => {
      if (typeof expected === 'string' && expected !== '' && expected !== String(revision)) {
        throw this.#error(409, name, 'was changed by someone else')
      }
      return prepareChanged(wanted, before, this.#resource)
    })
  }

  /** Applies a merge patch to an object. */
  async patch(requester: Requester, name: string, patch: Json): Promise<Json> {
    return this.#change(requester, name, (before) =>
      prepareChanged(mergePatch(before, patch) as Json, before, this.#resource),
    )
  }

  /** Deletes all objects and returns their last states. */
  async deleteAll(requester: Requester, propagation: string): Promise<Json> {
    const list = await this.list()
    const items = Array.isArray(list['items']) ? (list['items'] as Json[]) : []
    await byWorkers(this.#services.deletion.workers(), items, async (item) => {
      const { name, namespace } = metadataOf(item)
      const place = typeof namespace === 'string' ? namespace : this.#namespace
      await new Objects(this.#services, this.#resource, place).delete(requester, String(name), propagation)
    })
    return list
  }

  /** Deletes an object, or marks it if finalizers must run before. Returns its last state. */
  async delete(requester: Requester, name: string, propagation = ''): Promise<Json> {
    const { object, revision } = await this.#read(name)
    await this.#admit(requester, 'DELETE', name, object, object)
    const marked = this.#services.deletion.mark(object, propagation)
    if (marked !== undefined)
      return withRevision(marked, (await this.#write(name, marked, revision)) ?? revision)
    const deleted = await this.#services.store.delete(this.#key(name), revision)
    if (!deleted) throw this.#error(409, name, 'was changed by someone else')
    return withRevision(object, revision)
  }

  /** Storage prefix of all objects. */
  get prefix(): string {
    return this.#key('')
  }

  /** Decodes a stored value into an object. */
  async decode({ key, value }: Pick<Stored, 'key' | 'value'>): Promise<Json> {
    const plain = await this.#transformer.fromStorage(value, key)
    return this.#services.codec.decode(plain)
  }

  async #change(
    requester: Requester,
    name: string,
    apply: (before: Json, revision: bigint) => Json,
  ): Promise<Json> {
    const { object: before, revision } = await this.#read(name)
    const admitted = await this.#admit(requester, 'UPDATE', name, apply(before, revision), before)
    const written = await this.#write(name, admitted, revision)
    if (written === undefined) throw this.#error(409, name, 'was changed by someone else')
    if (isDone(admitted)) await this.#services.store.delete(this.#key(name), written)
    return withRevision(admitted, written)
  }

  async #read(name: string): Promise<{ object: Json; revision: bigint }> {
    const stored = await this.#services.store.get(this.#key(name))
    if (stored === undefined) throw this.#error(404, name, 'not found')
    return { object: await this.decode(stored), revision: stored.revision }
  }

  async #write(name: string, object: Json, expected: bigint): Promise<bigint | undefined> {
    const key = this.#key(name)
    const plain = await this.#services.codec.encode(object, this.#resource)
    return this.#services.store.put(key, await this.#transformer.toStorage(plain, key), expected)
  }

  async #admit(
    requester: Requester,
    operation: 'CREATE' | 'UPDATE' | 'DELETE',
    name: string,
    object: Json,
    before: Json | undefined,
  ): Promise<Json> {
    const proposal = {
      operation,
      resource: this.#resource,
      namespace: this.#namespace,
      name,
      user: requester.user ?? user(''),
      object: operation === 'DELETE' ? undefined : object,
      before,
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

  #error(status: number, name: string, says: string, reason?: string): ApiError {
    return new ApiError(status, `${this.#resource.resource} ${JSON.stringify(name)} ${says}`, reason)
  }
}
