/** Returns the mean time between at least two moments, in milliseconds; a late first moment shortens the mean. */
export function meanGapMs(atMs: readonly number[]): number {
  const [first = 0, last = 0] = [atMs[0], atMs.at(-1)]
  return (last - first) / (atMs.length - 1)
}
