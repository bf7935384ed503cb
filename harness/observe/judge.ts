import { currentCheck } from '../check/context.ts'
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
  /** The worst lateness of the machine beside it. */
  readonly jitterMs: number
}

/** A wider uncertainty than this could hide what the rules about time tell apart. */
export const mostErrorMs = 400

/**
 * Judges when something happened. It is too early or too late only when that is certain, whatever the measuring error;
 * rejects as `inconclusive` when the error is so large that being in time would prove nothing.
 */
export function expectInTime(edge: Edge, allowed: Allowed): void {
  const { what, originMs, notBeforeMs = -Infinity, notAfterMs = Infinity, jitterMs } = allowed
  const errorMs = errorOf(edge)
  const [earliest, latest] = [edge.earliestMs - originMs, edge.latestMs - originMs].map(Math.round)
  currentCheck()?.observe(`${what}, milliseconds`, {
    earliest,
    latest,
    error: Math.round(errorMs),
    jitter: Math.round(jitterMs),
  })
  const notBefore = notBeforeMs - originMs
  const notAfter = notAfterMs + jitterMs - originMs
  const inTime = edge.latestMs >= notBeforeMs && edge.earliestMs <= notAfterMs + jitterMs
  if (inTime && Math.max(errorMs, jitterMs) > mostErrorMs) throw tooUncertain(what, errorMs, jitterMs)
  if (notBeforeMs !== -Infinity) {
    expect(latest, `${what}: not before, milliseconds`).toBeGreaterThanOrEqual(Math.floor(notBefore))
  }
  if (notAfterMs !== Infinity) {
    expect(earliest, `${what}: not after, milliseconds`).toBeLessThanOrEqual(Math.ceil(notAfter))
  }
}

/** Ends the check as inconclusive when the machine was too slow around what was measured. */
export function expectQuiet(what: string, jitterMs: number): void {
  if (jitterMs > mostErrorMs) throw tooUncertain(what, 0, jitterMs)
}

function tooUncertain(what: string, errorMs: number, jitterMs: number): HarnessError {
  const shown = `measuring error ${Math.round(errorMs)} ms, jitter of the machine ${Math.round(jitterMs)} ms`
  return new HarnessError(
    'inconclusive',
    `When it happened that ${what} is too uncertain (${shown}; at most ${mostErrorMs} ms). Run it again on a quieter machine.`,
  )
}
