import { readdirSync, readFileSync } from 'node:fs'
import { nowMs } from '../time.ts'
import { orFallback } from '../errors.ts'

// Interval of the readings, in milliseconds: shorter than any measured span, and long enough to be cheap.
const pollIntervalMs = 50
/** Span within which waits add up to one delay. */
const spanMs = 1_000
const nanosecondsPerMs = 1e6

interface Wait {
  readonly fromMs: number
  readonly toMs: number
  readonly waitedMs: number
}

/**
 * Measures how long a program was ready to work and had to wait for a processor: this effect of a busy machine is
 * invisible in the lateness of other processes. Linux only; elsewhere the wait is always zero.
 */
export class Starvation implements Disposable {
  readonly #tasks: string
  readonly #waits: Wait[] = []
  readonly #timer: NodeJS.Timeout
  #lastWaitTimes = new Map<string, number>()
  #polledAtMs = nowMs()

  constructor(pid: number) {
    this.#tasks = `/proc/${pid}/task`
    this.#lastWaitTimes = readWaitTimes(this.#tasks)
    this.#timer = setInterval(() => this.#read(), pollIntervalMs)
    this.#timer.unref()
  }

  /** Returns the longest wait within any second of a span of time, in milliseconds. */
  worst(fromMs: number, toMs: number): number {
    const waitsWithin = this.#waitsWithin(fromMs, toMs)
    return Math.max(
      0,
      ...waitsWithin.map(({ fromMs: beginMs }) =>
        sum(
          waitsWithin.filter(
            (wait) => wait.fromMs >= beginMs && wait.toMs <= beginMs + spanMs + pollIntervalMs,
          ),
        ),
      ),
    )
  }

  /** Returns the total wait within a span of time, in milliseconds. */
  total(fromMs: number, toMs: number): number {
    return sum(this.#waitsWithin(fromMs, toMs))
  }

  stop(): void {
    this.#read()
    clearInterval(this.#timer)
  }

  [Symbol.dispose](): void {
    this.stop()
  }

  #waitsWithin(fromMs: number, toMs: number): Wait[] {
    this.#read()
    return this.#waits.filter((wait) => wait.toMs >= fromMs && wait.fromMs <= toMs)
  }

  #read(): void {
    const fromMs = this.#polledAtMs
    const polledAtMs = nowMs()
    const waitByTask = readWaitTimes(this.#tasks)
    const waitSumMs = [...waitByTask].reduce(
      (all, [task, ms]) => all + Math.max(0, ms - (this.#lastWaitTimes.get(task) ?? ms)),
      0,
    )
    this.#lastWaitTimes = waitByTask
    this.#polledAtMs = polledAtMs
    // Limits the sum to the elapsed time, because threads may wait in parallel.
    const waitedMs = Math.min(waitSumMs, polledAtMs - fromMs)
    if (waitedMs > 0) this.#waits.push({ fromMs, toMs: polledAtMs, waitedMs })
  }
}

/**
 * Returns the milliseconds that a running program has waited for a processor since it began, in all of its threads.
 */
export function starvedMs(pid: number): number {
  return [...readWaitTimes(`/proc/${pid}/task`).values()].reduce((all, ms) => all + ms, 0)
}

const sum = (waits: readonly Wait[]): number => waits.reduce((all, { waitedMs }) => all + waitedMs, 0)

/** Returns the milliseconds that each thread has waited since it began; empty if the system does not report them. */
function readWaitTimes(tasks: string): Map<string, number> {
  const waitByTask = new Map<string, number>()
  for (const task of orFallback(() => readdirSync(tasks), [])) {
    const [, waitedNs] = orFallback(() => readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' '), [])
    if (waitedNs !== undefined) waitByTask.set(task, Number(waitedNs) / nanosecondsPerMs)
  }
  return waitByTask
}
