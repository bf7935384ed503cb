import { setTimeout as sleep } from 'node:timers/promises'
import type { ProbeOutcome, Prober, ProbeRequest } from '../client/response.ts'
import { nowMs } from '../time.ts'

/** One reading of the server. Its outcome was current at some moment between `sentAtMs` and `doneAtMs`. */
export interface Sample {
  readonly sentAtMs: number
  readonly doneAtMs: number
  readonly outcome: ProbeOutcome
}

/** Repeated request, and its interval. */
export interface SamplerOptions {
  /** Name of the sampler in timelines. */
  readonly name: string
  readonly prober: Prober
  readonly request: ProbeRequest
  /** Time from the start of one reading to the start of the next. */
  readonly everyMs: number
}

/** Polls the server on separate connections, until it is stopped. */
export class Sampler {
  readonly name: string
  readonly samples: Sample[] = []
  readonly #options: SamplerOptions
  readonly #loop: Promise<void>
  #isStopped = false

  constructor(options: SamplerOptions) {
    this.name = options.name
    this.#options = options
    this.#loop = this.#run()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#options.prober.close()
    await this.#loop
  }

  async #run(): Promise<void> {
    const { prober, request, everyMs } = this.#options
    while (!this.#isStopped) {
      const sentAtMs = nowMs()
      const outcome = await prober.send(request)
      const doneAtMs = nowMs()
      // Omits a request that was in progress when the sampler stopped, because the stop cut it.
      if (!this.#isStopped) this.samples.push({ sentAtMs, doneAtMs, outcome })
      await sleep(Math.max(1, sentAtMs + everyMs - doneAtMs))
    }
  }
}
