import { create } from '@bufbuild/protobuf'
import {
  type Event,
  Event_EventType,
  EventSchema,
  type KeyValue,
  KeyValueSchema,
} from '#protos/etcd/kv_pb.ts'
import { KeyIndex } from './key-index.ts'
import { bytesOf, type Key, type KeyRange, keyOf, singleKeyRange } from './key-range.ts'
import { Leases } from './lease.ts'
import { compacted, futureRevision } from './errors.ts'

/** Changes of one revision, in the order in which they were made. */
export interface Commit {
  readonly revision: bigint
  readonly changes: readonly Change[]
}

/** Change of one key. */
export interface Change {
  readonly key: Key
  readonly event: Event
}

/** New value of a key and its lease. */
export interface PutValue {
  readonly value: Uint8Array
  readonly lease?: bigint
}

/** Group of changes that become one revision. */
export interface WriteBatch {
  /** Revision of the store as the batch sees it: one higher than the stored revision after the first change. */
  readonly revision: bigint
  put(key: Key, setting: PutValue): KeyValue | undefined
  delete(range: KeyRange): KeyValue[]
}

/** Keys with all their versions, and the followers of their changes. The record of a key is never changed in place. */
export class Store {
  readonly leases = new Leases(this)
  /** Approximate total size in bytes of all keys and values ever written. */
  size = 0
  #revision = 1n
  #compactedRevision = 0n
  readonly #index = new KeyIndex()
  #commits: Commit[] = []
  readonly #followers = new Set<(commit: Commit) => void>()

  get revision(): bigint {
    return this.#revision
  }

  /** Oldest revision that can still be read. */
  get compactedRevision(): bigint {
    return this.#compactedRevision
  }

  get(key: Key, revision?: bigint): KeyValue | undefined {
    return this.#index.at(key, revision)
  }

  /** Returns the keys of a range in order. Throws for a compacted or a future revision. */
  range(range: KeyRange, revision = 0n): KeyValue[] {
    this.checkReadable(revision)
    return [...this.#index.liveKeyValues(range, revision === 0n ? undefined : revision)]
  }

  checkReadable(revision: bigint): void {
    if (revision > this.#revision) throw futureRevision()
    if (revision > 0n && revision < this.#compactedRevision) throw compacted()
  }

  /** Makes changes as one new revision. A batch without changes creates no revision. */
  write<T>(work: (writing: WriteBatch) => T): T {
    const revision = this.#revision + 1n
    const writtenChanges: Change[] = []
    const revisionBefore = this.#revision
    const result = work({
      get revision() {
        return writtenChanges.length > 0 ? revision : revisionBefore
      },
      put: (key, setting) => this.#put(key, setting, revision, writtenChanges),
      delete: (range) => this.#delete(range, revision, writtenChanges),
    })
    if (writtenChanges.length > 0) {
      this.#revision = revision
      const commit = { revision, changes: writtenChanges }
      this.#commits.push(commit)
      for (const follower of this.#followers) follower(commit)
    }
    return result
  }

  /** Returns the commits from a revision on that are not compacted. */
  since(revision: bigint): Commit[] {
    const firstIndex = this.#commits.findLastIndex((commit) => commit.revision < revision)
    return this.#commits.slice(firstIndex + 1)
  }

  /**
   * Calls `follower` at the end of each commit, before the writer gets its response. The returned function
   * unsubscribes.
   */
  follow(follower: (commit: Commit) => void): () => void {
    this.#followers.add(follower)
    return () => this.#followers.delete(follower)
  }

  compact(revision: bigint): void {
    if (revision > this.#revision) throw futureRevision()
    if (revision <= this.#compactedRevision) throw compacted()
    this.#compactedRevision = revision
    this.#index.compact(revision)
    this.#commits = this.#commits.filter((commit) => commit.revision >= revision)
  }

  /** Returns a separate store with the same keys, leases and revision, and without history. */
  fork(): Store {
    const copy = new Store()
    for (const kv of this.#index.liveKeyValues({ start: '', end: undefined })) {
      copy.#index.add(keyOf(kv.key), { revision: kv.modRevision, kv })
    }
    copy.size = this.size
    copy.#revision = this.#revision
    copy.#compactedRevision = this.#revision
    copy.leases.adopt(this.leases)
    return copy
  }

  #put(key: Key, { value, lease = 0n }: PutValue, revision: bigint, changes: Change[]): KeyValue | undefined {
    const previous = this.#index.at(key)
    const kv = create(KeyValueSchema, {
      key: bytesOf(key),
      value,
      createRevision: previous?.createRevision ?? revision,
      modRevision: revision,
      version: (previous?.version ?? 0n) + 1n,
      lease,
    })
    this.#index.add(key, { revision, kv })
    this.leases.move(key, previous?.lease ?? 0n, lease)
    this.size += key.length + value.length
    changes.push({ key, event: eventOf(Event_EventType.PUT, kv, previous) })
    return previous
  }

  #delete(range: KeyRange, revision: bigint, changes: Change[]): KeyValue[] {
    const deletedKeyValues: KeyValue[] = []
    for (const key of this.#index.keys(range)) {
      const previous = this.#index.at(key)
      if (previous === undefined) continue
      deletedKeyValues.push(previous)
      this.#index.add(key, { revision, kv: undefined })
      this.leases.move(key, previous.lease, 0n)
      const tombstone = create(KeyValueSchema, { key: previous.key, modRevision: revision })
      changes.push({ key, event: eventOf(Event_EventType.DELETE, tombstone, previous) })
    }
    return deletedKeyValues
  }

  /** Deletes keys by name as one revision. Used when a lease ends. */
  deleteKeys(keys: Iterable<Key>): void {
    this.write((writing) => {
      for (const key of keys) writing.delete(singleKeyRange(key))
    })
  }
}

function eventOf(type: Event_EventType, kv: KeyValue, prevKv: KeyValue | undefined): Event {
  return create(EventSchema, prevKv === undefined ? { type, kv } : { type, kv, prevKv })
}
