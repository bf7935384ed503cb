import type { Shard } from '../engine/shards.ts'

/**
 * Returns one of several parts of a list. Each entry is in exactly one part. Neighbours stay together, because they are
 * alike.
 */
export function shareOf<T>(items: readonly T[], { index, of }: Shard): readonly T[] {
  const boundaryOf = (part: number): number => Math.round((part * items.length) / of)
  return items.slice(boundaryOf(index - 1), boundaryOf(index))
}

/** Returns at most `max` entries, evenly from the whole list. */
export function evenSample<T>(items: readonly T[], max: number): readonly T[] {
  return items.length <= max
    ? items
    : items.filter(
        (_, at) => Math.floor(((at + 1) * max) / items.length) > Math.floor((at * max) / items.length),
      )
}
