import { createHash } from 'node:crypto'
import { steadyCause, steadyReason } from '../cause/failure-cause.ts'
import { steady, steadyValue } from '../cause/steady.ts'
import type { CheckEvent } from '../events.ts'
import type { Verdict } from '../verdict.ts'

/** A failure as far as its fingerprint depends on it. */
export type Failure = Pick<
  CheckEvent,
  'verdict' | 'reason' | 'expected' | 'actual' | 'assertions' | 'refusedStart' | 'programError'
>

// The form of fingerprints; a new one means that those of before identify nothing any longer.
const form = '2:'

// The verdicts that a baseline can list: the others report nothing about the implementation, and stay red.
const bearable: ReadonlySet<Verdict> = new Set(['broken', 'crashed', 'untestable'])

/** Identifies a failure: the same when the check fails in the same way again; none where no baseline may list it. */
export function fingerprintOf(failure: Failure): string | undefined {
  if (!bearable.has(failure.verdict)) return undefined
  const facts = [failure.verdict, ...factsOf(failure)]
  return `${form}${createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16)}`
}

/** Returns whether a fingerprint is of an older form, which identifies more than one failure. */
export function isOlderForm(fingerprint: string): boolean {
  return !fingerprint.startsWith(form) && /^[0-9a-f]{16}$/.test(fingerprint)
}

/** Returns whether a fingerprint of an older form is of the same failure: where the form of its facts did not change. */
export function sameInNewForm(older: string, fingerprint: string): boolean {
  return isOlderForm(older) && fingerprint === form + older
}

function factsOf(failure: Failure): unknown[] {
  const { verdict, reason = '', expected, actual, assertions, refusedStart } = failure
  if (refusedStart === true) return ['refused to start', steadyCause(failure)]
  if (verdict !== 'broken') return [steadyReason(reason), ...errorOf(failure)]
  const failedAt = assertions.findIndex(({ passed }) => !passed)
  const matcher = assertions[failedAt]?.matcher
  const before = distinctBefore(assertions, failedAt)
  // Two bare numbers of these are nearly always the statuses of answers.
  if (isStatus(expected) && isStatus(actual)) return [matcher, expected, actual, ...before]
  // What only repeats the two values is cut where they are long.
  const said = /^(AssertionError: )?expected /.test(reason) ? '' : steady(reason)
  return [matcher, said, steadyValue(expected), steadyValue(actual), ...before]
}

/**
 * How many comparisons passed before the one that failed, where any did: two comparisons of a check may look alike.
 * One that is repeated until something happens counts once.
 */
function distinctBefore(assertions: Failure['assertions'], failedAt: number): number[] {
  const passed = assertions.slice(0, Math.max(0, failedAt))
  const distinct = new Set(
    passed.map(({ matcher, expected }) => JSON.stringify([matcher, steadyValue(expected)])),
  )
  return distinct.size === 0 ? [] : [distinct.size]
}

/** The error that the program reports, where the first line of the reason does not have it. */
function errorOf({ programError, reason = '' }: Failure): string[] {
  return programError === undefined || steadyReason(reason).includes(steady(programError))
    ? []
    : [steady(programError)]
}

function isStatus(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 599
}
