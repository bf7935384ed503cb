import type { ApiObject } from '../model/object.ts'
import { alreadyExists, badRequest, invalid, notFound, Refusal } from '../model/refusal.ts'
import { apiVersionOf, type Resource } from '../resources/resource.ts'
import type { ResourceTable } from '../resources/table.ts'
import { Entry, keyOf } from '../storage/entry.ts'
import type { Store } from '../storage/store.ts'
import { checkIdentity, checkPreconditions, isUnchanged, updatedObject, type ChangedPart } from './change.ts'
import { checkNamespace } from './namespaces.ts'
import { type Author, initialObject, generatedName } from './prepare.ts'
import { type DeleteOptions, removedObject, isRemovable, pendingDeletion } from './removal.ts'

/** Location of an existing or new object. */
export interface ObjectLocation {
  readonly resource: Resource
  readonly namespace?: string | undefined
  readonly name: string
}

export interface WriteOptions {
  /** `false`: responds as if the object had been stored. Default true. */
  readonly store?: boolean
  /** True if a new object keeps its status, regardless of its resource. */
  readonly keepStatus?: boolean
  readonly author?: Author
}

// Maximum number of attempts to generate an unused name. Two generated names are equal in one of 14 million cases.
const maxNameAttempts = 8

/** Operations of the API server on objects: naming, validation, versions and removal. All methods throw `Refusal`. */
export class Objects {
  readonly store: Store
  readonly table: ResourceTable

  constructor(store: Store, table: ResourceTable) {
    this.store = store
    this.table = table
  }

  /** Returns the entry of a stored object. Throws 404 if the object does not exist. */
  get({ resource, namespace, name }: ObjectLocation): Entry {
    const entry = this.store.get(resource, keyOf(namespace, name))
    if (entry === undefined) throw notFound(resource, name)
    return entry
  }

  create(
    resource: Resource,
    namespace: string | undefined,
    object: ApiObject,
    options: WriteOptions = {},
  ): Entry {
    const { metadata = {} } = object
    if (namespace !== undefined && metadata.namespace && metadata.namespace !== namespace)
      throw badRequest(
        'the namespace of the provided object does not match the namespace sent on the request',
      )
    if (metadata.resourceVersion)
      throw new Refusal(500, 'resourceVersion should not be set on objects to be created', '')
    if (!metadata.name && !metadata.generateName)
      throw invalid(resource, '', 'metadata.name', 'Required value: name or generateName is required')
    const unnamedObject = initialObject(resource, namespace, object, {
      keepStatus: options.keepStatus === true,
      author: options.author,
    })
    const name = this.#freeName(
      resource,
      namespace,
      unnamedObject,
      metadata.name ? undefined : metadata.generateName,
    )
    checkName(resource, name)
    if (namespace !== undefined) checkNamespace(this, resource, namespace, name)
    const namedObject = { ...unnamedObject, metadata: { ...unnamedObject.metadata, name } }
    if (this.store.get(resource, keyOf(namespace, name)) !== undefined) throw alreadyExists(resource, name)
    return options.store === false ? this.#unstoredEntry(namedObject) : this.store.put(resource, namedObject)
  }

  /** Replaces an object with the result of `change`. Only the given part of the result is applied. */
  update(
    location: ObjectLocation,
    part: ChangedPart,
    change: (currentObject: ApiObject) => ApiObject,
    { store = true }: WriteOptions = {},
  ): Entry {
    const { resource, name, namespace } = location
    const currentEntry = this.get(location)
    const changedObject = change(currentEntry.object)
    const { metadata = {} } = changedObject
    if (metadata.name !== undefined && metadata.name !== name) {
      throw badRequest(
        `the name of the object (${metadata.name}) does not match the name on the URL (${name})`,
      )
    }
    if (metadata.namespace && namespace !== undefined && metadata.namespace !== namespace)
      throw badRequest(
        'the namespace of the provided object does not match the namespace sent on the request',
      )
    checkIdentity(resource, currentEntry.object, metadata)
    if (resource.versioned && !metadata.resourceVersion) {
      throw invalid(
        resource,
        name,
        'metadata.resourceVersion',
        'Invalid value: 0: must be specified for an update',
      )
    }
    const updated = updatedObject(resource, currentEntry.object, changedObject, part)
    const isRemoved = isRemovable(updated)
    if (!isRemoved && isUnchanged(currentEntry.object, updated)) return currentEntry
    if (!store) return this.#unstoredEntry(updated)
    if (!isRemoved) return this.store.put(resource, updated)
    return this.store.remove(resource, this.#unstoredEntry(updated))
  }

  /**
   * Removes an object at once (`isRemoved`), or marks it for deletion if finalizers or a grace period delay the
   * removal.
   */
  delete(
    location: ObjectLocation,
    options: DeleteOptions = {},
    { store = true }: WriteOptions = {},
  ): { isRemoved: boolean; entry: Entry } {
    const { resource } = location
    const currentEntry = this.get(location)
    checkPreconditions(resource, currentEntry.object, options.preconditions ?? {})
    const pendingObject = pendingDeletion(resource, currentEntry.object, options)
    if (pendingObject === undefined) {
      const deletedObject = removedObject(currentEntry.object)
      return {
        isRemoved: true,
        entry: store ? this.store.remove(resource, this.#unstoredEntry(deletedObject)) : currentEntry,
      }
    }
    if (isUnchanged(currentEntry.object, pendingObject)) return { isRemoved: false, entry: currentEntry }
    return {
      isRemoved: false,
      entry: store ? this.store.put(resource, pendingObject) : this.#unstoredEntry(pendingObject),
    }
  }

  #freeName(
    resource: Resource,
    namespace: string | undefined,
    object: ApiObject,
    prefix: string | undefined,
  ): string {
    let name = object.metadata?.name ?? ''
    for (let attempts = 1; prefix !== undefined && attempts < maxNameAttempts; attempts++) {
      if (this.store.get(resource, keyOf(namespace, name)) === undefined) break
      name = generatedName(prefix)
    }
    return name
  }

  /** Returns the entry of a dry run, which is not stored. A new object has no version. */
  #unstoredEntry(object: ApiObject): Entry {
    return new Entry(object as Entry['object'])
  }
}

/** Throws 422 for a name that is invalid in a path or for its kind of objects. */
function checkName(resource: Resource, name: string): void {
  // True for kinds that accept any name that is valid in a path.
  const allowsAnyPathSegment =
    resource.group.startsWith('rbac.') || resource.kind === 'CertificateSigningRequest'
  const isValidName = allowsAnyPathSegment
    ? !/[/%]/.test(name) && name !== '.' && name !== '..'
    : /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/.test(name)
  if (isValidName && name.length <= 253) return
  const message = `Invalid value: ${JSON.stringify(name)}: a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character`
  throw invalid(resource, name, 'metadata.name', message)
}

/** Throws 400 unless the object has the API version and kind of the resource; a client may omit both fields. */
export function checkKind(resource: Resource, { apiVersion, kind }: ApiObject): void {
  const expectedApiVersion = apiVersionOf(resource)
  if ((apiVersion ?? expectedApiVersion) === expectedApiVersion && (kind ?? resource.kind) === resource.kind)
    return
  throw badRequest(
    `${kind ?? ''} in version "${apiVersion ?? ''}" cannot be handled as a ${resource.kind}: converting (${apiVersion}, ${kind}) to (${expectedApiVersion}, ${resource.kind}) is not possible`,
  )
}
