import { nowMs } from '../time.ts'

// Fine enough for limits of half a second, and costs nothing.
const tickMs = 50
// Later than a timer usually is; below this, lateness is no news.
const newsMs = 5
const mostKept = 10_000

interface Late {
  readonly atMs: number
  readonly lateMs: number
}

/**
 * How late this process lets things happen: time in which neither the harness nor the peers that it plays worked, which
 * is never the implementation's fault.
 */
export class Lateness {
  readonly #late: Late[] = []
  readonly #timer: NodeJS.Timeout
  #dueMs = nowMs() + tickMs

  constructor() {
    this.#timer = setInterval(() => this.#tick(), tickMs)
    this.#timer.unref()
  }

  /** All of the lateness within a span of time that ends now, in milliseconds. */
  since(fromMs: number): number {
    const overdueMs = Math.max(0, nowMs() - this.#dueMs)
    return this.#late
      .filter(({ atMs }) => atMs >= fromMs)
      .reduce(
        (all, { atMs, lateMs }) => all + Math.min(lateMs, atMs - fromMs),
        Math.min(overdueMs, nowMs() - fromMs),
      )
  }

  /** The worst lateness that was over within a span of time that ends now, in milliseconds. */
  worst(fromMs: number): number {
    const overdueMs = Math.max(0, nowMs() - this.#dueMs)
    return this.#late
      .filter(({ atMs }) => atMs >= fromMs)
      .reduce((worst, { lateMs }) => Math.max(worst, lateMs), overdueMs)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #tick(): void {
    const atMs = nowMs()
    const lateMs = atMs - this.#dueMs
    if (lateMs > newsMs) this.#late.push({ atMs, lateMs })
    if (this.#late.length > mostKept) this.#late.splice(0, mostKept / 2)
    this.#dueMs = atMs + tickMs
  }
}

let own: Lateness | undefined

/** That of this process, measured from the first time that anybody asks. */
export function ownLateness(): Lateness {
  own ??= new Lateness()
  return own
}

/** From which share of a limit on the machine's lateness, and not the implementation, may be why it passed. */
export const doubtfulShare = 0.5

/** What people can do about it. */
export const onLateMachine =
  'run it on a quieter machine, with --jobs 1, or with a longer limit (--limit readyMs=60s, or limits in the target file)'
