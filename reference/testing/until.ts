/** Time that a unit test waits for a condition, in milliseconds. */
const withinMs = 8000

/** Polls until the result is truthy and returns it. Rejects at the time limit. */
export async function waitUntil<T>(read: () => T | Promise<T>): Promise<NonNullable<T>> {
  const deadlineMs = performance.now() + withinMs
  while (performance.now() < deadlineMs) {
    // Sequential: each poll follows the previous poll.
    const answer = await read()
    if (answer !== undefined && answer !== null && answer !== false) return answer
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`not so within ${withinMs} ms: ${read.toString()}`)
}
