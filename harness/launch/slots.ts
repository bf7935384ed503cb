/** Limits the number of concurrent actions; further actions wait their turn. */
export class Slots {
  readonly #limit: () => number
  readonly #queue: (() => void)[] = []
  #runningCount = 0

  /** @param limit the limit, or a function that returns it and is called whenever an action could begin */
  constructor(limit: number | (() => number)) {
    this.#limit = typeof limit === 'number' ? () => limit : limit
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#runningCount >= this.#limit()) await new Promise<void>((resolve) => this.#queue.push(resolve))
    else this.#runningCount++
    try {
      return await work()
    } finally {
      this.#runningCount--
      while (this.#queue.length > 0 && this.#runningCount < Math.max(1, this.#limit())) {
        this.#runningCount++
        this.#queue.shift()?.()
      }
    }
  }
}
