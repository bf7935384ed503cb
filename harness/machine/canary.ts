import { Worker } from 'node:worker_threads'
import { nowMs } from '../time.ts'
import type { Interval } from './interval.ts'
import { Starvation } from './starvation.ts'

// Shorter than any allowance of a rule, longer than what the canary itself costs.
const tickMs = 5
// Later than a timer usually is; below this, lateness is no news.
const newsMs = 3
const mostKept = 20_000
// What a program does after its start goes through many steps, each of which may wait.
const addsUpMs = 3_000

/** A moment at which something was due earlier. */
export interface Lateness {
  /** When it happened at last, by `nowMs()`. */
  readonly atMs: number
  readonly lateMs: number
}

/**
 * Measures how late this machine lets things happen while something else is measured: in this process, whose own work
 * delays what it sees, in a thread that has nothing else to do, and in the implementation's process, if it is named.
 */
export class JitterCanary implements Disposable {
  readonly #late: Lateness[] = []
  readonly #timer: NodeJS.Timeout
  readonly #endThread: () => void
  readonly #starvation: Starvation | undefined
  #dueMs = nowMs() + tickMs

  /** @param pid the implementation, whose waiting for a processor counts as lateness */
  constructor(pid?: number) {
    this.#starvation = pid === undefined ? undefined : new Starvation(pid)
    this.#timer = setInterval(() => this.#tick(), tickMs)
    this.#timer.unref()
    this.#endThread = followThread((late) => this.#add(late))
  }

  /** The worst lateness in a span of time, in milliseconds. */
  worst(fromMs: number, toMs: number): number {
    const overdue = nowMs() <= toMs ? Math.max(0, nowMs() - this.#dueMs) : 0
    return this.#late
      .filter(({ atMs, lateMs }) => atMs >= fromMs && atMs - lateMs <= toMs)
      .reduce((worst, { lateMs }) => Math.max(worst, lateMs), Math.max(overdue, this.starved(fromMs, toMs)))
  }

  /** How long the implementation waited for a processor within the worst second of a span. */
  starved(fromMs: number, toMs: number): number {
    return this.#starvation?.worst(fromMs, toMs) ?? 0
  }

  /** How much of a span the implementation did not wait for a processor, nor this process for its turn. */
  quietMs(fromMs: number, toMs: number): number {
    const late = this.#late
      .filter(({ atMs, lateMs }) => atMs >= fromMs && atMs - lateMs <= toMs)
      .reduce((all, { lateMs }) => all + lateMs, 0)
    return Math.max(0, toMs - fromMs - late - (this.#starvation?.total(fromMs, toMs) ?? 0))
  }

  /**
   * Returns when something that was seen at a moment can have happened: before it by all the waiting since another moment.
   * @param sinceMs default some seconds before; the event before it, where the implementation takes many steps in between
   */
  observed(atMs: number, sinceMs = atMs - addsUpMs): Interval {
    return { earliestMs: Math.min(atMs, sinceMs + this.quietMs(sinceMs, atMs)), latestMs: atMs }
  }

  /** When it was late by more than some milliseconds, oldest first. */
  delays(moreThanMs: number): readonly Lateness[] {
    return this.#late.filter(({ lateMs }) => lateMs > moreThanMs).toSorted((a, b) => a.atMs - b.atMs)
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
    if (lateMs > newsMs) this.#add({ atMs, lateMs })
    this.#dueMs = atMs + tickMs
  }

  #add(late: Lateness): void {
    this.#late.push(late)
    if (this.#late.length > mostKept) this.#late.splice(0, mostKept / 2)
  }
}

// Compiled, also where the tests run from source: a thread is loaded by Node alone.
const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/harness/machine/lateness-thread.js' : './lateness-thread.js',
  import.meta.url,
)

const followers = new Set<(late: Lateness) => void>()
let thread: Worker | undefined

/** Calls back for each lateness of the thread, which lives as long as anybody follows it. */
function followThread(follower: (late: Lateness) => void): () => void {
  followers.add(follower)
  if (thread === undefined) {
    thread = new Worker(threadFile, { workerData: { tickMs, newsMs } })
    thread.unref()
    thread.on('error', () => {})
    thread.on('message', (late: Lateness) => {
      for (const one of followers) one(late)
    })
  }
  return () => {
    followers.delete(follower)
    if (followers.size > 0) return
    void thread?.terminate()
    thread = undefined
  }
}
