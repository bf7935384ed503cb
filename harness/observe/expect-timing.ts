import { inconclusiveError } from '../machine/inconclusive.ts'
import { instant, type Interval } from '../machine/interval.ts'
import { runningCheck } from '../check/context.ts'
import { expect } from '../check/expect.ts'
import { HarnessError } from '../errors.ts'
import { errorOf } from './edge.ts'

/** A time between two events that a rule limits, in milliseconds. */
export interface ExpectedSpan {
  /** Name of the second event in messages and observations. */
  readonly what: string
  readonly from: Interval
  readonly to: Interval
  readonly atLeastMs?: number
  readonly atMostMs?: number
  /** Worst single delay around both events. */
  readonly jitterMs: number
  /** Distance from a permitted span to the span of a defective implementation; default `maxErrorMs`. */
  readonly marginMs?: number
}

/** Limits of a rule for an event whose origin is a moment of the harness, by `nowMs()`. */
export interface AllowedTime {
  /** Name of the event in messages and observations. */
  readonly what: string
  /** Origin of the offsets. */
  readonly originMs: number
  readonly notBeforeMs?: number
  readonly notAfterMs?: number
  /** Worst lateness of the machine during the observation. */
  readonly jitterMs: number
  /** Distance from a timely event to the event of a defective implementation; default `maxErrorMs`. */
  readonly marginMs?: number
}

/**
 * Default maximum uncertainty of an observation: a larger uncertainty could hide the differences that rules about time
 * detect. A rule can set a different maximum.
 */
export const maxErrorMs = 400

/**
 * Expects an event in time, like `expectSpan` from an exact moment. The event may have happened earlier by the jitter
 * of the machine.
 */
export function expectInTime(edge: Interval, allowed: AllowedTime): void {
  const { what, originMs, notBeforeMs, notAfterMs, jitterMs, marginMs } = allowed
  expectSpan({
    what,
    from: instant(originMs),
    to: { earliestMs: edge.earliestMs - jitterMs, latestMs: edge.latestMs },
    ...(notBeforeMs !== undefined && { atLeastMs: notBeforeMs - originMs }),
    ...(notAfterMs !== undefined && { atMostMs: notAfterMs - originMs }),
    jitterMs: Math.max(jitterMs, errorOf(edge)),
    ...(marginMs !== undefined && { marginMs }),
  })
}

/**
 * Expects the time between two events to be within limits. A lower limit applies from the earliest moment of the first
 * event to the latest of the second, an upper limit the reverse, so that only a certain violation is a failure.
 * @throws HarnessError `inconclusive` if the uncertainty exceeds the margin, so that a timely event would prove nothing
 */
export function expectSpan(span: ExpectedSpan): void {
  const { what, from, to, jitterMs, atLeastMs = -Infinity, atMostMs = Infinity } = span
  const { marginMs = maxErrorMs } = span
  const seenMs = to.latestMs - from.latestMs
  const mostMs = to.latestMs - from.earliestMs
  const leastMs = to.earliestMs - from.latestMs
  runningCheck()?.observe(`${what}, milliseconds`, {
    earliest: Math.round(leastMs),
    latest: Math.round(mostMs),
    error: Math.round(mostMs - leastMs),
    jitter: Math.round(jitterMs),
  })
  const uncertainMs = {
    // An overloaded machine can make an early event look timely, but never a late one.
    always: atLeastMs === -Infinity && seenMs <= atMostMs ? 0 : jitterMs,
    early: seenMs < atLeastMs ? mostMs - seenMs : 0,
    late: seenMs > atMostMs ? seenMs - leastMs : 0,
  }
  const isInTime = mostMs >= atLeastMs && leastMs <= atMostMs
  const worstUncertaintyMs = Math.max(uncertainMs.always, uncertainMs.early, uncertainMs.late)
  if (isInTime && worstUncertaintyMs > marginMs) throw uncertaintyError(what, worstUncertaintyMs, marginMs)
  // The measured lateness of such an overloaded machine is a minimum; the real lateness may be twice as long.
  const lateMs = leastMs - atMostMs
  if (lateMs > 0 && lateMs < uncertainMs.late && uncertainMs.late > maxErrorMs)
    throw uncertaintyError(what, uncertainMs.late, maxErrorMs)
  if (atLeastMs !== -Infinity)
    expect(Math.round(mostMs), `${what}: not before, milliseconds`).toBeGreaterThanOrEqual(
      Math.floor(atLeastMs),
    )
  if (atMostMs !== Infinity)
    expect(Math.round(leastMs), `${what}: not after, milliseconds`).toBeLessThanOrEqual(Math.ceil(atMostMs))
}

function uncertaintyError(what: string, uncertainMs: number, mostMs: number): HarnessError {
  return inconclusiveError(
    `When it happened that ${what} is too uncertain: by ${Math.round(uncertainMs)} ms; at most ${Math.round(mostMs)} ms prove something. Run it again on a quieter machine.`,
  )
}
