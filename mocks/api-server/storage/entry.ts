import type { StoredObject } from '../model/object.ts'

/** A stored object with its JSON text, which is serialized once for all clients. */
export class Entry {
  readonly object: StoredObject
  readonly json: string
  #metadata: string | undefined

  constructor(object: StoredObject) {
    this.object = object
    this.json = JSON.stringify(object)
  }

  /** Key in its collection: `namespace/name`, or `/name` for objects without a namespace. */
  get key(): string {
    return keyOf(this.object.metadata.namespace, this.object.metadata.name)
  }

  get revision(): number {
    return Number(this.object.metadata.resourceVersion)
  }

  /** Returns the JSON text of the object with an API version of its group; the content of all versions is the same. */
  as(apiVersion: string): string {
    if (apiVersion === this.object.apiVersion) return this.json
    return JSON.stringify({ ...this.object, apiVersion })
  }

  /** The object for clients that request only its metadata. */
  get metadataJson(): string {
    this.#metadata ??= JSON.stringify({
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.k8s.io/v1',
      metadata: this.object.metadata,
    })
    return this.#metadata
  }
}

/** Returns the key of an object in its collection. */
export function keyOf(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}/${name}`
}
