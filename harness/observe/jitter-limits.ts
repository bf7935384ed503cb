import { inconclusiveError } from '../machine/inconclusive.ts'
import { currentCheck } from '../check/context.ts'
import { nowMs } from '../time.ts'
import { JitterCanary } from '../machine/canary.ts'
import { maxErrorMs } from './expect-timing.ts'

/**
 * Makes a failure of the running check inconclusive if the machine was later than a limit around the observation.
 * @param mostMs lateness above which a conforming implementation could look like a defective one
 */
export function rejectJitter(worstMs: () => number, mostMs = maxErrorMs): void {
  currentCheck().measures({ doubt: () => latenessTextOf(worstMs(), mostMs) })
}

/**
 * Measures the machine for the rest of the running check. A failure under its jitter is inconclusive, and repeatable
 * measurements are repeated.
 * @param pid process of the implementation
 */
export function monitorJitter(pid?: number): void {
  const check = currentCheck()
  const fromMs = nowMs()
  const canary = new JitterCanary(pid)
  check.defer(async () => canary.stop())
  check.measures({ doubt: () => latenessTextOf(canary.worst(fromMs, nowMs())), discard: () => {} })
}

/**
 * Measures the machine for the rest of the running check, which is repeated if a span is inconclusive.
 * @param pid process of the implementation
 */
export function repeatedMeasurement(pid?: number): JitterCanary {
  const check = currentCheck()
  const canary = new JitterCanary(pid)
  check.defer(async () => canary.stop())
  check.measures({ discard: () => {} })
  return canary
}

/** Runs a timing-sensitive attempt. If the attempt was inconclusive, the check runs again with new objects. */
export async function untilConclusive(attempt: () => Promise<void>): Promise<void> {
  currentCheck().measures({ discard: () => {} })
  await attempt()
}

/** Ends the check as inconclusive if the machine was too slow for its last action to be valid. */
export function assertNotLate(byMs: number, what: string): void {
  const lateMs = nowMs() - byMs
  if (lateMs > 0) {
    throw inconclusiveError(`${what} took ${Math.round(lateMs)} ms too long to prove anything.`)
  }
}

/** Ends the check as inconclusive if the machine was later than the limit since the given moment. */
export function assertQuietSince(fromMs: number, canary: JitterCanary, mostMs: number): void {
  const worstLatenessMs = canary.worst(fromMs, nowMs())
  const latenessText = latenessTextOf(worstLatenessMs, mostMs)
  if (latenessText !== undefined) throw inconclusiveError(latenessText)
}

/** Returns the reason to doubt a measurement, if the machine was later than the maximum around it. */
function latenessTextOf(worstMs: number, mostMs = maxErrorMs): string | undefined {
  if (worstMs <= mostMs) return undefined
  return `This machine was up to ${Math.round(worstMs)} ms late while it was measured, and more than ${Math.round(mostMs)} ms prove nothing; run it again on a quieter machine.`
}
