/** Returns the result of the work, or `undefined` if the work takes too long. */
export async function withTimeLimit<T>(
  work: Promise<T> | undefined,
  withinMs: number,
): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), withinMs)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
