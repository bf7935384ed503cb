/** Maps items concurrently up to a limit, and returns the results in the order of the items. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  maxConcurrent: number,
  work: (one: T, at: number) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = []
  let nextIndex = 0
  const runLane = async (): Promise<void> => {
    while (nextIndex < items.length) {
      const index = nextIndex++
      results[index] = await work(items[index] as T, index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, items.length) }, runLane))
  return results
}
