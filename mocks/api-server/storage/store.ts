import { expired, qualifiedName } from '../model/refusal.ts'
import type { Resource } from '../resources/resource.ts'
import type { ApiObject, StoredObject } from '../model/object.ts'
import { Entry } from './entry.ts'
import { type Change, type ChangeType, EventLog } from './event-log.ts'

class Collection {
  readonly entries = new Map<string, Entry>()
  readonly listeners = new Set<(change: Change) => void>()
  sortedKeys: string[] | undefined
}

/** Objects by resource, with one version counter for all resources. */
export class Store {
  readonly log = new EventLog()
  readonly #collections = new Map<string, Collection>()
  // The first revision is above 0, because 0 has a special meaning in requests.
  #revision = 1

  /** Version of the last change. */
  get revision(): number {
    return this.#revision
  }

  get(resource: Resource, key: string): Entry | undefined {
    return this.#collection(resource).entries.get(key)
  }

  /**
   * Returns all objects of a resource, or the objects of one namespace, in the order of their keys; optionally in an
   * earlier version.
   */
  list(resource: Resource, namespace?: string, revision = this.#revision): Entry[] {
    const collection = this.#collection(resource)
    const entries = revision === this.#revision ? collection.entries : this.#at(resource, revision)
    const keys =
      entries === collection.entries
        ? (collection.sortedKeys ??= [...entries.keys()].toSorted())
        : [...entries.keys()].toSorted()
    const prefix = namespace === undefined ? '' : `${namespace}/`
    const foundEntries: Entry[] = []
    for (const key of keys) {
      const entry = key.startsWith(prefix) ? entries.get(key) : undefined
      if (entry !== undefined) foundEntries.push(entry)
    }
    return foundEntries
  }

  /** Stores an object under the next version, and notifies the watches. */
  put(resource: Resource, object: ApiObject): Entry {
    const collection = this.#collection(resource)
    const entry = new Entry(this.#withNewRevision(object))
    const previousEntry = collection.entries.get(entry.key)
    collection.entries.set(entry.key, entry)
    if (previousEntry === undefined) collection.sortedKeys = undefined
    this.#notify(resource, previousEntry === undefined ? 'ADDED' : 'MODIFIED', entry, previousEntry)
    return entry
  }

  /** Removes an object; returns it, and sends it to watches, with the version of its deletion. */
  remove(resource: Resource, entry: Entry): Entry {
    const collection = this.#collection(resource)
    const previousEntry = collection.entries.get(entry.key)
    collection.entries.delete(entry.key)
    collection.sortedKeys = undefined
    const lastEntry = new Entry(this.#withNewRevision(entry.object))
    this.#notify(resource, 'DELETED', lastEntry, previousEntry)
    return lastEntry
  }

  /** Calls `listener` for each change of a resource. The returned function unsubscribes. */
  onChange(resource: Resource, listener: (change: Change) => void): () => void {
    const { listeners } = this.#collection(resource)
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  /** Returns the changes of a resource after a version; throws like the log. */
  changesSince(resource: Resource, revision: number): Change[] {
    const name = qualifiedName(resource)
    return this.log.since(revision, this.#revision).filter(({ collection }) => collection === name)
  }

  #withNewRevision(object: ApiObject): StoredObject {
    this.#revision += 1
    const metadata = { ...object.metadata, resourceVersion: String(this.#revision) }
    return { ...object, metadata } as StoredObject
  }

  #notify(resource: Resource, type: ChangeType, entry: Entry, previousEntry: Entry | undefined): void {
    const { listeners } = this.#collection(resource)
    const { revision } = entry
    const change: Change = {
      revision,
      type,
      collection: qualifiedName(resource),
      key: entry.key,
      entry,
      previousEntry,
    }
    this.log.append(change)
    for (const listener of listeners) listener(change)
  }

  /** Returns the content of a collection at an earlier version: undoes the later changes in a copy. */
  #at(resource: Resource, revision: number): Map<string, Entry> {
    if (revision < this.log.floor) throw expired(revision, this.log.floor)
    const entries = new Map(this.#collection(resource).entries)
    for (const { key, previousEntry } of this.changesSince(resource, revision).toReversed()) {
      if (previousEntry === undefined) entries.delete(key)
      else entries.set(key, previousEntry)
    }
    return entries
  }

  #collection(resource: Resource): Collection {
    const name = qualifiedName(resource)
    let collection = this.#collections.get(name)
    if (collection === undefined) {
      collection = new Collection()
      this.#collections.set(name, collection)
    }
    return collection
  }
}
