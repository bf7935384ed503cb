import { currentCheck } from '../check/context.ts'
import { nowMs } from '../clock.ts'
import { JitterCanary } from './canary.ts'
import { mostErrorMs } from './judge.ts'

/**
 * Lets the running check be inconclusive instead of broken when the machine was as late as this around what it saw.
 * @param mostMs more than this could make a conforming implementation look like a defective one
 */
export function doubtJitter(worstMs: () => number, mostMs = mostErrorMs): void {
  currentCheck()?.doubt(() => {
    const jitterMs = worstMs()
    if (jitterMs <= mostMs) return undefined
    return `This machine was up to ${Math.round(jitterMs)} ms late while it was measured, and more than ${Math.round(mostMs)} ms prove nothing; run it again on a quieter machine.`
  })
}

/**
 * Measures the machine as long as the running check goes on; a failure under its jitter is inconclusive, and what can
 * be measured once more is.
 * @param pid the implementation's
 */
export function doubtJitterMeanwhile(pid?: number): void {
  const check = currentCheck()
  if (check === undefined) return
  const fromMs = nowMs()
  const canary = new JitterCanary(pid)
  check.defer(async () => canary.stop())
  doubtJitter(() => canary.worst(fromMs, nowMs()))
  check.onceMore(() => {})
}
