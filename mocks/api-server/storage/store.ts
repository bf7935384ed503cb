import { expired, qualified } from '../model/refusal.ts'
import type { Resource } from '../resources/resource.ts'
import type { ApiObject, StoredObject } from '../model/object.ts'
import { Entry } from './entry.ts'
import { type Change, type ChangeType, EventLog } from './event-log.ts'

class Collection {
  readonly entries = new Map<string, Entry>()
  readonly listeners = new Set<(change: Change) => void>()
  sorted: string[] | undefined
}

/** Objects by resource, with one counter of versions over all of them. It knows nothing of what objects mean. */
export class Store {
  readonly log = new EventLog()
  readonly #collections = new Map<string, Collection>()
  // A new server's counter stands above 0, which has a meaning of its own in requests.
  #revision = 1

  /** The version of the last change. */
  get revision(): number {
    return this.#revision
  }

  get(resource: Resource, key: string): Entry | undefined {
    return this.#collection(resource).entries.get(key)
  }

  /** All objects of a resource, or those of one namespace, in the order of their keys; as of an earlier version. */
  list(resource: Resource, namespace?: string, at = this.#revision): Entry[] {
    const collection = this.#collection(resource)
    const entries = at === this.#revision ? collection.entries : this.#at(resource, at)
    const keys =
      entries === collection.entries
        ? (collection.sorted ??= [...entries.keys()].toSorted())
        : [...entries.keys()].toSorted()
    const prefix = namespace === undefined ? '' : `${namespace}/`
    const found: Entry[] = []
    for (const key of keys) {
      const entry = key.startsWith(prefix) ? entries.get(key) : undefined
      if (entry !== undefined) found.push(entry)
    }
    return found
  }

  /** Stores an object under the next version, and tells those who watch. */
  put(resource: Resource, object: ApiObject): Entry {
    const collection = this.#collection(resource)
    const entry = new Entry(this.#numbered(object))
    const before = collection.entries.get(entry.key)
    collection.entries.set(entry.key, entry)
    if (before === undefined) collection.sorted = undefined
    this.#tell(resource, before === undefined ? 'ADDED' : 'MODIFIED', entry, before)
    return entry
  }

  /** Removes an object; what is given back, and told, is the object with the version of its end. */
  remove(resource: Resource, entry: Entry): Entry {
    const collection = this.#collection(resource)
    const before = collection.entries.get(entry.key)
    collection.entries.delete(entry.key)
    collection.sorted = undefined
    const last = new Entry(this.#numbered(entry.object))
    this.#tell(resource, 'DELETED', last, before)
    return last
  }

  /** Calls back for each change of a resource; the returned function ends that. */
  onChange(resource: Resource, listener: (change: Change) => void): () => void {
    const { listeners } = this.#collection(resource)
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  /** The changes of a resource after a version; throws as the log does. */
  changesSince(resource: Resource, revision: number): Change[] {
    const name = qualified(resource)
    return this.log.since(revision, this.#revision).filter(({ collection }) => collection === name)
  }

  #numbered(object: ApiObject): StoredObject {
    this.#revision += 1
    const metadata = { ...object.metadata, resourceVersion: String(this.#revision) }
    return { ...object, metadata } as StoredObject
  }

  #tell(resource: Resource, type: ChangeType, entry: Entry, before: Entry | undefined): void {
    const { listeners } = this.#collection(resource)
    const { revision } = entry
    const change: Change = { revision, type, collection: qualified(resource), key: entry.key, entry, before }
    this.log.append(change)
    for (const listener of listeners) listener(change)
  }

  /** What a collection held at an earlier version, by taking back what came after it. */
  #at(resource: Resource, revision: number): Map<string, Entry> {
    if (revision < this.log.floor) throw expired(revision, this.log.floor)
    const entries = new Map(this.#collection(resource).entries)
    for (const { key, before } of this.changesSince(resource, revision).toReversed()) {
      if (before === undefined) entries.delete(key)
      else entries.set(key, before)
    }
    return entries
  }

  #collection(resource: Resource): Collection {
    const name = qualified(resource)
    let collection = this.#collections.get(name)
    if (collection === undefined) {
      collection = new Collection()
      this.#collections.set(name, collection)
    }
    return collection
  }
}
