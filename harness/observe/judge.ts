import { inconclusive } from '../machine/inconclusive.ts'
import { runningCheck } from '../check/context.ts'
import { expect } from '../check/expect.ts'
import { HarnessError } from '../errors.ts'
import { type Edge, errorOf } from './edge.ts'

/** What a rule about time allows, by `nowMs()`. */
export interface Allowed {
  /** What happens, as messages and observations name it. */
  readonly what: string
  /** The moment that offsets are told from. */
  readonly originMs: number
  readonly notBeforeMs?: number
  readonly notAfterMs?: number
  /** How late that moment may have come, where it is something that the implementation did: what follows looks too early by it. */
  readonly originLateMs?: number
  /** All that the implementation waited for this machine from that moment on, where what happens takes several steps. */
  readonly waitedMs?: number
  /** The worst lateness of the machine beside it. */
  readonly jitterMs: number
  /** How far it is from what is in time to what a defective implementation would show; `mostErrorMs`, if unnamed. */
  readonly marginMs?: number
}

/** A wider uncertainty than this could hide what the rules about time tell apart, unless they name their margin. */
export const mostErrorMs = 400

/**
 * Judges when something happened. It is too early or too late only when that is certain, whatever the measuring error;
 * rejects as `inconclusive` when the error is so large that being in time, or late by no more than it, would prove nothing.
 */
export function expectInTime(edge: Edge, allowed: Allowed): void {
  const {
    what,
    originMs,
    notBeforeMs = -Infinity,
    notAfterMs = Infinity,
    jitterMs,
    originLateMs = 0,
    waitedMs = 0,
    marginMs = mostErrorMs,
  } = allowed
  const errorMs = errorOf(edge)
  const [earliest, latest] = [edge.earliestMs - originMs, edge.latestMs - originMs].map(Math.round)
  runningCheck()?.observe(`${what}, milliseconds`, {
    earliest,
    latest,
    error: Math.round(errorMs),
    jitter: Math.round(jitterMs),
  })
  const notBefore = notBeforeMs - originMs
  const notAfter = notAfterMs + jitterMs - originMs
  const lateMs = edge.earliestMs - (notAfterMs + jitterMs)
  const inTime = edge.latestMs >= notBeforeMs && lateMs <= 0
  // A late machine can make what is too early look in time, and never what is too late.
  const isCertain = notBeforeMs === -Infinity && edge.latestMs <= notAfterMs
  const uncertainMs = Math.max(errorMs, jitterMs)
  if (inTime && !isCertain && uncertainMs > marginMs) throw tooUncertain(what, errorMs, jitterMs, marginMs)
  const earlyMs = notBeforeMs - edge.latestMs
  if (earlyMs > 0 && earlyMs <= originLateMs)
    throw tooUncertain(what, errorMs, Math.max(jitterMs, originLateMs), earlyMs)
  // What was measured of a machine that is so late is the least that it was: by as much again it may have been late.
  const doubtMs = Math.max(uncertainMs, waitedMs)
  if (lateMs > 0 && lateMs <= doubtMs && doubtMs > mostErrorMs)
    throw tooUncertain(what, errorMs, Math.max(jitterMs, waitedMs), mostErrorMs)
  if (notBeforeMs !== -Infinity) {
    expect(latest, `${what}: not before, milliseconds`).toBeGreaterThanOrEqual(Math.floor(notBefore))
  }
  if (notAfterMs !== Infinity) {
    expect(earliest, `${what}: not after, milliseconds`).toBeLessThanOrEqual(Math.ceil(notAfter))
  }
}

function tooUncertain(what: string, errorMs: number, jitterMs: number, marginMs: number): HarnessError {
  const shown = `measuring error ${Math.round(errorMs)} ms, jitter of the machine ${Math.round(jitterMs)} ms`
  return inconclusive(
    `When it happened that ${what} is too uncertain (${shown}; at most ${Math.round(marginMs)} ms). Run it again on a quieter machine.`,
  )
}
