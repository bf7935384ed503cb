import type { FlagValues } from '../../flags/flag-values.ts'
import type { ServerQuirks } from '../faults.ts'
import type { Mark } from './dependents.ts'

/** How objects are deleted. */
export interface Deletion {
  /** How many objects of a collection are deleted at a time. */
  readonly workers: () => number
  readonly mark: Mark
}

/** Does something for each of several things, by as many workers at a time as there are. */
export async function byWorkers<T>(
  workers: number,
  things: readonly T[],
  work: (thing: T) => Promise<unknown>,
): Promise<void> {
  const left = [...things]
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      // One by one: a worker has two hands.
      await work(next)
    }
  }
  await Promise.all(Array.from({ length: Math.min(Math.max(1, workers), things.length) }, lane))
}

/** How many objects of a collection are deleted at a time. */
export function deletionWorkers(flags: FlagValues, quirks: ServerQuirks): number {
  if (flags.isSet('delete-collection-workers') && quirks.fault('delete-collection-workers-ignored')) return 1
  if (quirks.fault('delete-collection-all-at-once')) return Number.MAX_SAFE_INTEGER
  return flags.number('delete-collection-workers') ?? 1
}
