import { setTimeout as sleep } from 'node:timers/promises'
import { nowMs, withPatience } from '../time.ts'
import { HarnessError } from '../errors.ts'
import { ownLateness } from './lateness.ts'
import { timing } from './timing.ts'

/** Limit of a wait, and the awaited fact. */
export interface UntilOptions {
  /** Limit in milliseconds. */
  readonly withinMs: number
  /** The awaited fact, as the error names it: `the issuer was asked`. */
  readonly what: string
}

// Minimum interval between polls. A wait that lasts for seconds polls less often, at a hundredth of its time: hundreds
// of waits at once took a quarter of a worker's processor time.
const minPollIntervalMs = 10
const maxPollIntervalMs = 50
const pollShare = 0.01

// Maximum additional wait on an overloaded machine, as a share of the limit.
const maxLateShare = 1

/**
 * Waits for a fact; rejects as `untestable` if the fact does not become true in time. If this machine kept the harness
 * or the programs of the running check from working meanwhile, the wait is that much longer, at most twice as long.
 */
export function until(fact: () => boolean | Promise<boolean>, options: UntilOptions): Promise<void> {
  return pollUntilLimit(fact, { ...options, withinMs: withPatience(options.withinMs) })
}

async function pollUntilLimit(fact: () => boolean | Promise<boolean>, options: UntilOptions): Promise<void> {
  const { withinMs } = options
  const fromMs = performance.now()
  const isOver = (): boolean => {
    const leftMs = fromMs + withinMs - performance.now()
    // Lateness is read only after the limit has passed.
    return leftMs <= 0 && leftMs + Math.min(lateMs(withinMs), maxLateShare * withinMs) <= 0
  }
  while (!(await fact())) {
    if (isOver()) {
      throw new HarnessError(
        'untestable',
        `Waited ${Math.round(withinMs)} ms, and it did not come true that ${options.what}.`,
        { detail: 'not-in-time', limitMs: withinMs },
      )
    }
    const intervalMs = (performance.now() - fromMs) * pollShare
    await sleep(Math.min(maxPollIntervalMs, Math.max(minPollIntervalMs, intervalMs)))
  }
}

/** Returns the lateness of this machine within a time that ends now. */
function lateMs(withinMs: number): number {
  return timing()?.lostMs(withinMs) ?? ownLateness().since(nowMs() - withinMs)
}

/** Waits until a moment. Only rules about time may wait without a fact. */
export async function untilMoment(atMs: number, what: string): Promise<void> {
  const waitMs = atMs - nowMs()
  if (waitMs <= 0) return
  await sleep(waitMs)
  // A timer may end a little early.
  await pollUntilLimit(() => nowMs() >= atMs, { withinMs: 1_000, what })
}

/**
 * Reports whether an expected fact becomes true within a limit, in milliseconds. If it does not while the machine is
 * late, a comparison that fails afterwards is inconclusive.
 */
export async function becomesTrue(
  fact: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<boolean> {
  const isTrue = await becomesTrueSoon(fact, withinMs)
  if (!isTrue) timing()?.noteTimedOutWait(withinMs)
  return isTrue
}

/**
 * Reports whether a forbidden fact becomes true within a limit, in milliseconds. An overloaded machine can only prevent
 * the fact, so lateness excuses no failure.
 */
export async function becomesTrueSoon(
  fact: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<boolean> {
  try {
    await pollUntilLimit(fact, { withinMs, what: 'something that may happen happened' })
    return true
  } catch (thrown) {
    if (!(thrown instanceof HarnessError) || thrown.code !== 'untestable') throw thrown
    return false
  }
}
