import { inconclusive } from '../machine/inconclusive.ts'
import { currentCheck } from '../check/context.ts'
import { nowMs } from '../time.ts'
import { JitterCanary } from '../machine/canary.ts'
import { mostErrorMs } from './judge.ts'

/**
 * Lets the running check be inconclusive instead of broken when the machine was as late as this around what it saw.
 * @param mostMs more than this could make a conforming implementation look like a defective one
 */
export function doubtJitter(worstMs: () => number, mostMs = mostErrorMs): void {
  currentCheck().measures({ doubt: () => lateBy(worstMs(), mostMs) })
}

/**
 * Measures the machine as long as the running check goes on; a failure under its jitter is inconclusive, and what can
 * be measured once more is.
 * @param pid the implementation's
 */
export function doubtJitterMeanwhile(pid?: number): void {
  const check = currentCheck()
  const fromMs = nowMs()
  const canary = new JitterCanary(pid)
  check.defer(async () => canary.stop())
  check.measures({ doubt: () => lateBy(canary.worst(fromMs, nowMs())), again: () => {} })
}

/**
 * Measures the machine as long as the running check goes on, which is measured again where a span is inconclusive.
 * @param pid the implementation's
 */
export function measuredAgain(pid?: number): JitterCanary {
  const check = currentCheck()
  const canary = new JitterCanary(pid)
  check.defer(async () => canary.stop())
  check.measures({ again: () => {} })
  return canary
}

/** Does something whose timing counts: when it was inconclusive, the check runs again, on things made anew. */
export async function conclusively(attempt: () => Promise<void>): Promise<void> {
  currentCheck().measures({ again: () => {} })
  await attempt()
}

/** Ends the check as inconclusive when the machine was too slow for what it just did to count. */
export function inTime(byMs: number, what: string): void {
  const lateMs = nowMs() - byMs
  if (lateMs > 0) {
    throw inconclusive(`${what} took ${Math.round(lateMs)} ms too long to prove anything.`)
  }
}

/** Ends the check as inconclusive when the machine was later than this since some moment. */
export function quietSince(fromMs: number, canary: JitterCanary, mostMs: number): void {
  const worstMs = canary.worst(fromMs, nowMs())
  const late = lateBy(worstMs, mostMs)
  if (late !== undefined) throw inconclusive(late)
}

/** What speaks against a measurement, where the machine was that late around it. */
function lateBy(worstMs: number, mostMs = mostErrorMs): string | undefined {
  if (worstMs <= mostMs) return undefined
  return `This machine was up to ${Math.round(worstMs)} ms late while it was measured, and more than ${Math.round(mostMs)} ms prove nothing; run it again on a quieter machine.`
}
