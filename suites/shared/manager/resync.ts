import { expect } from '#harness/check/expect.ts'
import { mostErrorMs } from '#harness/observe/judge.ts'

/** The MinResyncPeriod of checks that wait for a resync. */
export const resyncPeriodMs = 2_000

// A timer is not before its time, but what it is measured from is the answer to the write before it, which may be as
// late as no doubt yet comes of.
const earlySlackMs = mostErrorMs
const lateSlackMs = 600

/** Judges the time from one resync to the next, in milliseconds: between the period and twice that. */
export function expectResyncAfter(ms: number): void {
  expect(ms, 'milliseconds').toBeGreaterThanOrEqual(resyncPeriodMs - earlySlackMs)
  expect(ms, 'milliseconds').toBeLessThanOrEqual(2 * resyncPeriodMs + lateSlackMs)
}
