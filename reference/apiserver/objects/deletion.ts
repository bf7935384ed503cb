import type { FlagValues } from '../../flags/flag-values.ts'
import { fault } from '../../quirks/quirks.ts'
import type { MarkDeletion } from './dependents.ts'

/** Concurrency and marking of deletions. */
export interface Deletion {
  /** Returns the number of objects of a collection to delete concurrently. */
  readonly workers: () => number
  readonly mark: MarkDeletion
}

/** Processes items with a limited number of concurrent workers. */
export async function runConcurrently<T>(
  workers: number,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const remainingItems = [...items]
  const runWorker = async (): Promise<void> => {
    for (let item = remainingItems.shift(); item !== undefined; item = remainingItems.shift()) {
      // Sequential: each worker processes one item at a time.
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(Math.max(1, workers), items.length) }, runWorker))
}

/** Returns the number of objects of a collection to delete concurrently. */
export function deletionWorkers(flags: FlagValues): number {
  if (flags.isSet('delete-collection-workers') && fault('delete-collection-workers-ignored')) return 1
  if (fault('delete-collection-all-at-once')) return Number.MAX_SAFE_INTEGER
  return flags.number('delete-collection-workers') ?? 1
}
