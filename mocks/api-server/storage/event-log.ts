import { expired, tooLargeVersion } from '../model/refusal.ts'
import type { Entry } from './entry.ts'

export type ChangeType = 'ADDED' | 'MODIFIED' | 'DELETED'

/** One change of one object. */
export interface Change {
  readonly revision: number
  readonly type: ChangeType
  /** Name of the collection: `deployments.apps`. */
  readonly collection: string
  readonly key: string
  /** Object after the change; a deleted object has the version of its deletion. */
  readonly entry: Entry
  readonly previousEntry: Entry | undefined
}

/**
 * Limits of the log: the number of changes, and the number of characters of their objects. They bound the memory; a
 * watch that needs older changes receives 410.
 */
const maxChanges = 20_000
const maxCharacters = 64 * 1024 * 1024

/** The newest changes of a store, oldest first. Bounded: the oldest are dropped first. */
export class EventLog {
  #changes: Change[] = []
  #characterCount = 0
  /** Oldest version from which changes are still available. */
  #oldestVersion = 0

  get floor(): number {
    return this.#oldestVersion
  }

  append(change: Change): void {
    this.#changes.push(change)
    this.#characterCount += change.entry.json.length
    if (this.#changes.length > 2 * maxChanges) this.#dropTo(maxChanges)
    while (this.#characterCount > maxCharacters && this.#changes.length > 1)
      this.#dropTo(this.#changes.length >> 1)
  }

  /**
   * Returns the changes after a version, oldest first. Throws `Refusal`: 410 if the log no longer has all of them, 504
   * for a future version.
   */
  since(revision: number, currentRevision: number): readonly Change[] {
    if (revision < this.#oldestVersion) throw expired(revision, this.#oldestVersion)
    if (revision > currentRevision) throw tooLargeVersion(revision, currentRevision)
    return this.#changes.slice(this.#indexAfter(revision))
  }

  /** Drops the changes up to a version, as compaction does. */
  compact(revision: number): void {
    this.#dropTo(this.#changes.length - this.#indexAfter(revision))
    this.#oldestVersion = Math.max(this.#oldestVersion, revision)
  }

  #indexAfter(revision: number): number {
    let low = 0
    let high = this.#changes.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#changes[middle]?.revision ?? 0) <= revision) low = middle + 1
      else high = middle
    }
    return low
  }

  #dropTo(keptCount: number): void {
    const droppedChanges = this.#changes.slice(0, this.#changes.length - keptCount)
    this.#changes = this.#changes.slice(droppedChanges.length)
    for (const { entry } of droppedChanges) this.#characterCount -= entry.json.length
    this.#oldestVersion = Math.max(this.#oldestVersion, droppedChanges.at(-1)?.revision ?? 0)
  }
}
