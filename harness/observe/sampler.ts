import { setTimeout as sleep } from 'node:timers/promises'
import type { Outcome, Prober, Question } from '../client/outcome.ts'
import { nowMs } from '../time.ts'

/** One look at the server: what it showed was so at some moment between the two. */
export interface Sample {
  readonly sentAtMs: number
  readonly doneAtMs: number
  readonly outcome: Outcome
}

/** What is asked again and again, and how often. */
export interface SamplerOptions {
  /** Who looks, as timelines name it. */
  readonly name: string
  readonly prober: Prober
  readonly question: Question
  /** From the beginning of one look to that of the next. */
  readonly everyMs: number
}

/** Looks at the server again and again, on connections of its own, until it is stopped. */
export class Sampler {
  readonly name: string
  readonly samples: Sample[] = []
  readonly #options: SamplerOptions
  readonly #running: Promise<void>
  #stopped = false

  constructor(options: SamplerOptions) {
    this.name = options.name
    this.#options = options
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#options.prober.close()
    await this.#running
  }

  async #run(): Promise<void> {
    const { prober, question, everyMs } = this.#options
    while (!this.#stopped) {
      const sentAtMs = nowMs()
      const outcome = await prober.ask(question)
      const doneAtMs = nowMs()
      // What is under way when the sampler is stopped was cut by itself.
      if (!this.#stopped) this.samples.push({ sentAtMs, doneAtMs, outcome })
      await sleep(Math.max(1, sentAtMs + everyMs - doneAtMs))
    }
  }
}
