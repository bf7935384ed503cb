import type { KeyValue } from '#protos/etcd/kv_pb.ts'
import type { Key, KeyRange } from './key-range.ts'

/** Value of a key since a revision; `kv` is `undefined` if the key was deleted at the revision. */
export interface Version {
  readonly revision: bigint
  readonly kv: KeyValue | undefined
}

/** Every version of every key since the last compaction, in the order of the keys. */
export class KeyIndex {
  // Kept sorted by binary search and splice: with a hundred thousand keys, the insertion of a key takes tens of
  // microseconds, and reads are fast.
  readonly #sortedKeys: Key[] = []
  readonly #versions = new Map<Key, Version[]>()

  /** Returns the value of a key at a revision (default: now). */
  at(key: Key, revision?: bigint): KeyValue | undefined {
    return versionAt(this.#versions.get(key), revision)
  }

  /** Returns the keys of a range that exist at a revision (default: now), with their values, in order. */
  *liveKeyValues(range: KeyRange, revision?: bigint): Generator<KeyValue> {
    for (const key of this.keys(range)) {
      const kv = this.at(key, revision)
      if (kv !== undefined) yield kv
    }
  }

  keys(range: KeyRange): Key[] {
    // Most requests are for one key.
    if (range.end === `${range.start}\0`) return this.#versions.has(range.start) ? [range.start] : []
    const position = this.#positionOf(range.start)
    return this.#sortedKeys.slice(position, range.end === undefined ? undefined : this.#positionOf(range.end))
  }

  add(key: Key, version: Version): void {
    const versions = this.#versions.get(key)
    if (versions === undefined) {
      this.#versions.set(key, [version])
      this.#sortedKeys.splice(this.#positionOf(key), 0, key)
    } else if (versions.at(-1)?.revision === version.revision) versions[versions.length - 1] = version
    else versions.push(version)
  }

  /** Drops the versions that no reader at or after the revision can see. */
  compact(revision: bigint): void {
    for (const key of this.#sortedKeys.slice()) {
      const versions = this.#versions.get(key) ?? []
      const visibleIndex = versions.findLastIndex((version) => version.revision <= revision)
      const droppedCount = versions[visibleIndex]?.kv === undefined ? visibleIndex + 1 : visibleIndex
      if (droppedCount > 0) versions.splice(0, droppedCount)
      if (versions.length === 0) {
        this.#versions.delete(key)
        this.#sortedKeys.splice(this.#positionOf(key), 1)
      }
    }
  }

  // Returns the index of a key, existing or to be inserted.
  #positionOf(key: Key): number {
    let low = 0
    let high = this.#sortedKeys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#sortedKeys[middle] as Key) < key) low = middle + 1
      else high = middle
    }
    return low
  }
}

function versionAt(versions: Version[] | undefined, revision: bigint | undefined): KeyValue | undefined {
  if (versions === undefined) return undefined
  if (revision === undefined) return versions.at(-1)?.kv
  return versions.findLast((version) => version.revision <= revision)?.kv
}
