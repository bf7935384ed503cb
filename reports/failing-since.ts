import type { RunResult } from './run-schema.ts'
import { count } from './displayed-verdict.ts'

/** Returns sentences that compare the failures of a run with those of the previous run, and with its baseline. */
export function comparisonPhrases({ previous, baseline, outcome }: RunResult): string[] {
  const baselinePhrases =
    baseline === undefined || outcome === 'conformant' || outcome === 'stale'
      ? []
      : [
          `Not in the baseline ${baseline.file}, which lists ${count(baseline.entries, 'failure')}, ${baseline.excused} of them seen.`,
        ]
  if (previous === undefined) return baselinePhrases
  const { startedAt, newFailures, failingSince, fixed } = previous
  const failureTimes = Object.values(failingSince).toSorted()
  const [oldest] = failureTimes
  const firstFailureNote =
    oldest === undefined || oldest === startedAt ? '' : ` (the first since ${minuteText(oldest)})`
  const phrases = [
    ...(newFailures.length === 0 ? [] : [count(newFailures.length, 'new failure')]),
    ...(failureTimes.length === 0
      ? []
      : [`${count(failureTimes.length, 'check')} still failing${firstFailureNote}`]),
    ...(fixed.length === 0 ? [] : [`${fixed.length} fixed`]),
  ]
  if (phrases.length === 0) return baselinePhrases
  return [`Since the run of ${minuteText(startedAt)}: ${phrases.join(', ')}.`, ...baselinePhrases]
}

/**
 * Returns `new` for a check that fails for the first time, and otherwise the start of the first run since which it has
 * failed.
 */
export function failingSince({ previous }: RunResult, check: string): string | undefined {
  if (previous?.newFailures.includes(check)) return 'new'
  const failureStart = previous?.failingSince[check]
  return failureStart === undefined ? undefined : `since ${minuteText(failureStart)}`
}

/** Returns a readable time in UTC, to the minute. */
export function minuteText(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`
}
