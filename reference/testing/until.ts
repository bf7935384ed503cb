/** Time that a unit test waits for a condition, in milliseconds. */
const withinMs = 8000

/** Polls until the result is neither false nor missing. Rejects when that does not happen in time. */
export async function until<T>(read: () => T | Promise<T>): Promise<NonNullable<T>> {
  const untilMs = performance.now() + withinMs
  while (performance.now() < untilMs) {
    // Sequential: each poll follows the previous one.
    const answer = await read()
    if (answer !== undefined && answer !== null && answer !== false) return answer
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`not so within ${withinMs} ms: ${read.toString()}`)
}
