/** Limits the number of concurrent actions; further actions wait their turn. */
export class Slots {
  readonly #atOnce: () => number
  readonly #waiting: (() => void)[] = []
  #running = 0

  /** @param atOnce the limit, or a function that returns it and is called whenever an action could begin */
  constructor(atOnce: number | (() => number)) {
    this.#atOnce = typeof atOnce === 'number' ? () => atOnce : atOnce
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce()) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running++
    try {
      return await work()
    } finally {
      this.#running--
      while (this.#waiting.length > 0 && this.#running < Math.max(1, this.#atOnce())) {
        this.#running++
        this.#waiting.shift()?.()
      }
    }
  }
}
