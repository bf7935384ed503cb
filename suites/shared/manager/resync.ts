import { expectSpan, type JitterCanary } from '#kit'

/** The MinResyncPeriod in checks that wait for a resync. */
export const resyncPeriodMs = 2_000

// Tolerance for a write that takes longer after one resync than after the next.
const earlySlackMs = 200
const lateSlackMs = 600

/** Expects the next resync, observed by its write, one to two periods after the previous resync. */
export function expectResyncAfter(canary: JitterCanary, firstMs: number, nextMs: number): void {
  const firstObserved = canary.observed(firstMs)
  const jitterMs = canary.worst(firstObserved.earliestMs, nextMs)
  expectSpan({
    what: 'the next resync',
    from: firstObserved,
    to: canary.observed(nextMs, firstMs),
    // A busy machine delays each step of the earlier write.
    atLeastMs: resyncPeriodMs - earlySlackMs - jitterMs,
    atMostMs: 2 * resyncPeriodMs + lateSlackMs,
    jitterMs,
    marginMs: resyncPeriodMs / 2,
  })
}
