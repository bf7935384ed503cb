/** Milliseconds that a unit test waits for a fact. */
const withinMs = 8000

/** Asks again and again until the answer is neither false nor missing; rejects when it stays so. */
export async function until<T>(ask: () => T | Promise<T>): Promise<NonNullable<T>> {
  const untilMs = performance.now() + withinMs
  while (performance.now() < untilMs) {
    // One by one: each look comes after the last.
    const answer = await ask()
    if (answer !== undefined && answer !== null && answer !== false) return answer
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`not so within ${withinMs} ms: ${ask.toString()}`)
}
