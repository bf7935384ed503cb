import { Worker } from 'node:worker_threads'
import { nowMs } from '../time.ts'
import type { Interval } from './interval.ts'
import { Starvation } from './starvation.ts'

// Interval of the measurements: shorter than any time that a rule allows, and longer than one measurement takes.
const tickMs = 5
// Minimum lateness that is recorded: above the usual lateness of a timer.
const minLateMs = 3
const maxKept = 20_000
// Time over which waits are summed, in milliseconds: a starting program has many steps, each of which may wait.
const sumWindowMs = 3_000

/** A timer event that was late. */
export interface Lateness {
  /** Time of the event, by `nowMs()`. */
  readonly atMs: number
  readonly lateMs: number
}

/**
 * Measures the lateness of this machine during another measurement: in this process, whose own work delays its
 * readings, in an otherwise idle thread, and in the implementation's process, if it is named.
 */
export class JitterCanary implements Disposable {
  /** Beginning of the measurement, by `nowMs()`. */
  readonly beganMs = nowMs()
  readonly #lateEvents: Lateness[] = []
  readonly #timer: NodeJS.Timeout
  readonly #endThread: () => void
  readonly #starvation: Starvation | undefined
  #dueMs = nowMs() + tickMs

  /** @param pid the implementation, whose waiting for a processor adds to the lateness */
  constructor(pid?: number) {
    this.#starvation = pid === undefined ? undefined : new Starvation(pid)
    this.#timer = setInterval(() => this.#tick(), tickMs)
    this.#timer.unref()
    this.#endThread = followThread((late) => this.#add(late))
  }

  /** Returns the worst lateness in a span of time, in milliseconds. */
  worst(fromMs: number, toMs: number): number {
    const overdueMs = nowMs() <= toMs ? Math.max(0, nowMs() - this.#dueMs) : 0
    return this.#lateEvents
      .filter(({ atMs, lateMs }) => atMs >= fromMs && atMs - lateMs <= toMs)
      .reduce((worst, { lateMs }) => Math.max(worst, lateMs), Math.max(overdueMs, this.starved(fromMs, toMs)))
  }

  /** Returns how long the implementation waited for a processor within the worst second of a span. */
  starved(fromMs: number, toMs: number): number {
    return this.#starvation?.worst(fromMs, toMs) ?? 0
  }

  /**
   * Returns the part of a span in which neither the implementation waited for a processor nor this process for its
   * turn.
   */
  quietMs(fromMs: number, toMs: number): number {
    const latenessMs = this.#lateEvents
      .filter(({ atMs, lateMs }) => atMs >= fromMs && atMs - lateMs <= toMs)
      .reduce((all, { lateMs }) => all + lateMs, 0)
    return Math.max(0, toMs - fromMs - latenessMs - (this.#starvation?.total(fromMs, toMs) ?? 0))
  }

  /**
   * Returns the interval in which an observed event can have happened: before the observation, by at most the total
   * wait since `sinceMs`.
   * @param sinceMs default some seconds before; the previous event, if the implementation takes many steps in between
   */
  observed(atMs: number, sinceMs = atMs - sumWindowMs): Interval {
    return { earliestMs: Math.min(atMs, sinceMs + this.quietMs(sinceMs, atMs)), latestMs: atMs }
  }

  /** Returns the delays longer than the given time, oldest first. */
  delays(moreThanMs: number): readonly Lateness[] {
    return this.#lateEvents.filter(({ lateMs }) => lateMs > moreThanMs).toSorted((a, b) => a.atMs - b.atMs)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#starvation?.stop()
    this.#endThread()
  }

  [Symbol.dispose](): void {
    this.stop()
  }

  #tick(): void {
    const atMs = nowMs()
    const lateMs = atMs - this.#dueMs
    if (lateMs > minLateMs) this.#add({ atMs, lateMs })
    this.#dueMs = atMs + tickMs
  }

  #add(late: Lateness): void {
    this.#lateEvents.push(late)
    if (this.#lateEvents.length > maxKept) this.#lateEvents.splice(0, maxKept / 2)
  }
}

// The compiled file, even if the tests run from source: Node alone loads a thread.
const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/harness/machine/lateness-thread.js' : './lateness-thread.js',
  import.meta.url,
)

const followers = new Set<(late: Lateness) => void>()
let thread: Worker | undefined

/** Calls the follower for each late event of the thread, which ends with its last follower. */
function followThread(follower: (late: Lateness) => void): () => void {
  followers.add(follower)
  if (thread === undefined) {
    thread = new Worker(threadFile, { workerData: { tickMs, newsMs: minLateMs } })
    thread.unref()
    thread.on('error', () => {})
    thread.on('message', (late: Lateness) => {
      for (const listener of followers) listener(late)
    })
  }
  return () => {
    followers.delete(follower)
    if (followers.size > 0) return
    void thread?.terminate()
    thread = undefined
  }
}
