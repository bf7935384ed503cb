import type { StoredObject } from '../model/object.ts'

/** A stored object with what is sent of it, written once however many clients read it. */
export class Entry {
  readonly object: StoredObject
  readonly json: string
  #metadata: string | undefined

  constructor(object: StoredObject) {
    this.object = object
    this.json = JSON.stringify(object)
  }

  /** Its place in its collection: `namespace/name`, or `/name` outside of namespaces. */
  get key(): string {
    return keyOf(this.object.metadata.namespace, this.object.metadata.name)
  }

  get revision(): number {
    return Number(this.object.metadata.resourceVersion)
  }

  /** The object as one version of its group shows it; only the name of the version differs. */
  as(apiVersion: string): string {
    if (apiVersion === this.object.apiVersion) return this.json
    return JSON.stringify({ ...this.object, apiVersion })
  }

  /** The object as clients get it who want no more than its metadata. */
  get metadataJson(): string {
    this.#metadata ??= JSON.stringify({
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.k8s.io/v1',
      metadata: this.object.metadata,
    })
    return this.#metadata
  }
}

/** The place of an object in its collection. */
export function keyOf(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}/${name}`
}
