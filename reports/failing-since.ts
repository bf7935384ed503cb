import type { RunResult } from './run-schema.ts'
import { count } from './displayed-verdict.ts'

/** Describes since when there are failures, compared with the previous run and with the baseline. */
export function sinceOf({ previous, baseline, outcome }: RunResult): string[] {
  const against =
    baseline === undefined || outcome === 'conformant' || outcome === 'stale'
      ? []
      : [
          `Not in the baseline ${baseline.file}, which lists ${count(baseline.entries, 'failure')}, ${baseline.excused} of them seen.`,
        ]
  if (previous === undefined) return against
  const { startedAt, newFailures, failingSince, fixed } = previous
  const times = Object.values(failingSince).toSorted()
  const [oldest] = times
  const earlier = oldest === undefined || oldest === startedAt ? '' : ` (the first since ${moment(oldest)})`
  const parts = [
    ...(newFailures.length === 0 ? [] : [count(newFailures.length, 'new failure')]),
    ...(times.length === 0 ? [] : [`${count(times.length, 'check')} still failing${earlier}`]),
    ...(fixed.length === 0 ? [] : [`${fixed.length} fixed`]),
  ]
  if (parts.length === 0) return against
  return [`Since the run of ${moment(startedAt)}: ${parts.join(', ')}.`, ...against]
}

/** Returns since when a check fails: a word, or the start of the first run of a continuous series of failures. */
export function failingSince({ previous }: RunResult, check: string): string | undefined {
  if (previous?.newFailures.includes(check)) return 'new'
  const since = previous?.failingSince[check]
  return since === undefined ? undefined : `since ${moment(since)}`
}

/** Returns a readable time in UTC, to the minute. */
export function moment(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`
}
