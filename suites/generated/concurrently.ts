/** Maps items concurrently up to a limit, and returns the results in the order of the items. */
export async function mapConcurrently<T, R>(
  all: readonly T[],
  atOnce: number,
  work: (one: T, at: number) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = []
  let nextIndex = 0
  const runLane = async (): Promise<void> => {
    while (nextIndex < all.length) {
      const index = nextIndex++
      results[index] = await work(all[index] as T, index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, runLane))
  return results
}
