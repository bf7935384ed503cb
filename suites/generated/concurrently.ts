/** Returns the results of all items in the order of the list, with a limit of concurrent items. */
export async function mapConcurrently<T, R>(
  all: readonly T[],
  atOnce: number,
  work: (one: T, at: number) => Promise<R>,
): Promise<readonly R[]> {
  const done: R[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < all.length) {
      const at = next++
      done[at] = await work(all[at] as T, at)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, lane))
  return done
}
