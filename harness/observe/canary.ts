import { nowMs } from '../clock.ts'

// Shorter than any allowance of a rule, longer than what the canary itself costs.
const tickMs = 5
// Later than a timer usually is; below this, lateness is no news.
const newsMs = 3
const mostKept = 20_000

/** Measures how late this machine lets things happen while something else is measured. */
export class JitterCanary implements Disposable {
  readonly #late: { readonly atMs: number; readonly lateMs: number }[] = []
  readonly #timer: NodeJS.Timeout
  #dueMs = nowMs() + tickMs

  constructor() {
    this.#timer = setInterval(() => this.#tick(), tickMs)
    this.#timer.unref()
  }

  /** The worst lateness in a span of time, in milliseconds. */
  worst(fromMs: number, toMs: number): number {
    const overdue = nowMs() <= toMs ? Math.max(0, nowMs() - this.#dueMs) : 0
    return this.#late
      .filter(({ atMs, lateMs }) => atMs >= fromMs && atMs - lateMs <= toMs)
      .reduce((worst, { lateMs }) => Math.max(worst, lateMs), overdue)
  }

  /** When it was late by more than some milliseconds, oldest first. */
  delays(moreThanMs: number): readonly { readonly atMs: number; readonly lateMs: number }[] {
    return this.#late.filter(({ lateMs }) => lateMs > moreThanMs)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  [Symbol.dispose](): void {
    this.stop()
  }

  #tick(): void {
    const atMs = nowMs()
    const lateMs = atMs - this.#dueMs
    if (lateMs > newsMs) this.#late.push({ atMs, lateMs })
    if (this.#late.length > mostKept) this.#late.splice(0, mostKept / 2)
    this.#dueMs = atMs + tickMs
  }
}
