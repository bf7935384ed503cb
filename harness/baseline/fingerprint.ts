import { createHash } from 'node:crypto'
import { withoutCommandNotes } from '../cause/command-notes.ts'
import { stableCause, stableReason } from '../cause/failure-cause.ts'
import { stableText, stableValue } from '../cause/stable-text.ts'
import type { CheckEvent } from '../events.ts'
import type { Verdict } from '../verdict.ts'

/** The parts of a failure that its fingerprint depends on. */
export type Failure = Pick<
  CheckEvent,
  'verdict' | 'reason' | 'expected' | 'actual' | 'assertions' | 'refusedStart' | 'programError'
>

// Version of the fingerprint format, as a prefix. A new version invalidates all earlier fingerprints.
const formPrefix = '2:'

// Verdicts that a baseline can list. All other verdicts report nothing about the implementation, and stay red.
const listableVerdicts: ReadonlySet<Verdict> = new Set(['broken', 'crashed', 'untestable'])

/**
 * Returns the fingerprint of a failure, which stays the same if the check fails again in the same way; `undefined` if
 * no baseline may list the failure.
 */
export function fingerprintOf(failure: Failure): string | undefined {
  if (!listableVerdicts.has(failure.verdict)) return undefined
  const facts = [failure.verdict, ...factsOf(failure)]
  return `${formPrefix}${createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16)}`
}

/** Reports whether a fingerprint has an older form, which several failures may share. */
export function isOlderForm(fingerprint: string): boolean {
  return !fingerprint.startsWith(formPrefix) && /^[0-9a-f]{16}$/.test(fingerprint)
}

/**
 * Reports whether a fingerprint of an older form differs from a present one only in the prefix, so that both identify
 * the same failure.
 */
export function isSameInNewForm(older: string, fingerprint: string): boolean {
  return isOlderForm(older) && fingerprint === formPrefix + older
}

function factsOf(notedFailure: Failure): unknown[] {
  const failure = { ...notedFailure, reason: withoutCommandNotes(notedFailure.reason ?? '') }
  const { verdict, reason, expected, actual, assertions, refusedStart } = failure
  if (refusedStart === true) return ['refused to start', stableCause(failure)]
  if (verdict !== 'broken') return [stableReason(reason), ...errorOf(failure)]
  const failedIndex = assertions.findIndex(({ passed }) => !passed)
  const matcher = assertions[failedIndex]?.matcher
  const distinctCounts = distinctComparisonsBefore(assertions, failedIndex)
  // Two numbers in the range of HTTP statuses are nearly always the statuses of responses.
  if (isStatus(expected) && isStatus(actual)) return [matcher, expected, actual, ...distinctCounts]
  // A reason that only repeats the two values is left out, because long values are cut in it.
  const text = /^(AssertionError: )?expected /.test(reason) ? '' : stableText(reason)
  return [matcher, text, stableValue(expected), stableValue(actual), ...distinctCounts]
}

/**
 * Returns the number of comparisons that passed before the failed one, if any, because two comparisons of a check may
 * look alike. Repetitions of the same comparison are counted once.
 */
function distinctComparisonsBefore(assertions: Failure['assertions'], failedAt: number): number[] {
  const passedAssertions = assertions.slice(0, Math.max(0, failedAt))
  const distinctComparisons = new Set(
    passedAssertions.map(({ matcher, expected }) => JSON.stringify([matcher, stableValue(expected)])),
  )
  return distinctComparisons.size === 0 ? [] : [distinctComparisons.size]
}

/** Returns the error that the program reports, unless the first line of the reason contains it. */
function errorOf({ programError, reason = '' }: Failure): string[] {
  return programError === undefined || stableReason(reason).includes(stableText(programError))
    ? []
    : [stableText(programError)]
}

function isStatus(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 599
}
