import { expectSpan, type JitterCanary } from '#kit'

/** The MinResyncPeriod in checks that wait for a resync. */
export const resyncPeriodMs = 2_000

// A timer never fires early, but a write can take a moment longer after one resync than after the next.
const earlySlackMs = 200
const lateSlackMs = 600

/** Expects the next resync, by its write, to follow another one after one to two periods. */
export function expectResyncAfter(canary: JitterCanary, firstMs: number, nextMs: number): void {
  const firstObserved = canary.observed(firstMs)
  expectSpan({
    what: 'the next resync',
    from: firstObserved,
    to: canary.observed(nextMs, firstMs),
    atLeastMs: resyncPeriodMs - earlySlackMs,
    atMostMs: 2 * resyncPeriodMs + lateSlackMs,
    jitterMs: canary.worst(firstObserved.earliestMs, nextMs),
    marginMs: resyncPeriodMs / 2,
  })
}
