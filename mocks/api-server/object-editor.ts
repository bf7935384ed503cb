import { HarnessError } from '#harness/errors.ts'
import type { ApiObject, StoredObject } from './model/object.ts'
import { firstNamespaces } from './objects/namespaces.ts'
import type { Objects, ObjectLocation } from './objects/objects.ts'
import type { DeleteOptions } from './objects/removal.ts'
import { mergePatch } from '#mocks/peer/merge-patch.ts'
import type { Resource } from './resources/resource.ts'
import { keyOf } from './storage/entry.ts'

/** Reference to an object: `{ resource: 'deployments.apps', namespace: 'default', name: 'web' }`. */
export interface ObjectRef {
  /** `pods`, or with its group `deployments.apps`. */
  readonly resource: string
  /** Namespace of a namespaced resource. Default: `default`. */
  readonly namespace?: string
  readonly name: string
}

/** Lets a test read and change stored objects without a request. All watches receive the changes. */
export class Hand {
  readonly #objects: Objects

  constructor(objects: Objects) {
    this.#objects = objects
    for (const namespace of firstNamespaces) this.#ensureNamespace(namespace)
  }

  /**
   * Creates an object with its status and the defaults of a server. Creates its namespace if that does not exist.
   * Throws `Refusal` if the object exists already.
   */
  create(object: ApiObject): StoredObject {
    const resource = this.#resourceOf(object)
    const namespace = resource.namespaced ? (object.metadata?.namespace ?? 'default') : undefined
    if (namespace !== undefined) this.#ensureNamespace(namespace)
    return this.#objects.create(resource, namespace, object, { keepStatus: true }).object
  }

  /** Replaces a whole object, status included. Without a `resourceVersion` any existing version is replaced. */
  replace(object: ApiObject): StoredObject {
    const resource = this.#resourceOf(object)
    const { name = '', namespace } = object.metadata ?? {}
    return this.#change(this.#location(resource, name, namespace), () => object)
  }

  /** Changes any part of an object by a merge patch: `{ status: { phase: 'Running' } }`. */
  patch(ref: ObjectRef, patch: object): StoredObject {
    return this.#change(
      this.#locationOf(ref),
      (currentObject) => mergePatch(currentObject, patch) as ApiObject,
    )
  }

  /** Deletes an object like a client does, subject to its finalizers. Default: no grace period. */
  remove(ref: ObjectRef, options: DeleteOptions = { gracePeriodSeconds: 0 }): void {
    this.#objects.delete(this.#locationOf(ref), options)
  }

  /** Returns the object, or `undefined`. */
  get(ref: ObjectRef): StoredObject | undefined {
    const { resource, namespace, name } = this.#locationOf(ref)
    return this.#objects.store.get(resource, keyOf(namespace, name))?.object
  }

  /** Returns the objects of a resource, of one namespace or of all, sorted by namespace and name. */
  list(resource: string, namespace?: string): StoredObject[] {
    return this.#objects.store.list(this.#resourceNamed(resource), namespace).map(({ object }) => object)
  }

  #change(location: ObjectLocation, change: (currentObject: ApiObject) => ApiObject): StoredObject {
    const withVersion = (currentObject: ApiObject): ApiObject => {
      const changedObject = change(currentObject)
      const resourceVersion =
        changedObject.metadata?.resourceVersion ?? currentObject.metadata?.resourceVersion
      return {
        ...changedObject,
        metadata: { ...changedObject.metadata, ...(resourceVersion && { resourceVersion }) },
      }
    }
    return this.#objects.update(location, 'all', withVersion).object
  }

  #locationOf({ resource, namespace, name }: ObjectRef): ObjectLocation {
    return this.#location(this.#resourceNamed(resource), name, namespace)
  }

  #location(resource: Resource, name: string, namespace = 'default'): ObjectLocation {
    return { resource, name, namespace: resource.namespaced ? namespace : undefined }
  }

  #resourceOf({ apiVersion = '', kind = '' }: ApiObject): Resource {
    const resource = this.#objects.table.ofKind(apiVersion, kind)
    if (resource !== undefined) return resource
    throw new HarnessError(
      'harness-fault',
      `The mock API server has no kind ${kind} in ${apiVersion || 'no version'}. Give both, or add the resource first.`,
    )
  }

  #resourceNamed(name: string): Resource {
    const resource = this.#objects.table.named(name)
    if (resource !== undefined) return resource
    throw new HarnessError(
      'harness-fault',
      `The mock API server has no resource ${name}. Spell it like pods or deployments.apps, or add it first.`,
    )
  }

  #ensureNamespace(name: string): void {
    const namespaceResource = this.#objects.table.at('', 'v1', 'namespaces')
    if (
      namespaceResource === undefined ||
      this.#objects.store.get(namespaceResource, keyOf(undefined, name)) !== undefined
    )
      return
    this.#objects.create(namespaceResource, undefined, { metadata: { name } }, { keepStatus: true })
  }
}
