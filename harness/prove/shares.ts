import type { Shard } from '../engine/shards.ts'

/**
 * Returns one of so many parts of a list. Each entry is in exactly one; neighbours stay together, because they are
 * alike.
 */
export function shareOf<T>(all: readonly T[], { index, of }: Shard): readonly T[] {
  const boundaryOf = (part: number): number => Math.round((part * all.length) / of)
  return all.slice(boundaryOf(index - 1), boundaryOf(index))
}

/** Returns at most so many entries, evenly from the whole list. */
export function evenSample<T>(all: readonly T[], max: number): readonly T[] {
  return all.length <= max
    ? all
    : all.filter((_, at) => Math.floor(((at + 1) * max) / all.length) > Math.floor((at * max) / all.length))
}
