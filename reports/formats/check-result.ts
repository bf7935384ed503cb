import { isOutOfDate } from '#harness/verdict.ts'
import { attemptsText } from '../attempts.ts'
import { locationText } from '../declared-location.ts'
import { valueText } from '../plain-text.ts'
import { briefReason } from '../reason.ts'
import type { RunCheck, RunRule } from '../run-schema.ts'
import { type DisplayedVerdict, displayedVerdict } from '../displayed-verdict.ts'

/** Result of a check in formats with four results. */
export type Fate = 'passed' | 'failure' | 'error' | 'skipped'

/** Result of each verdict. A failure is wrong behavior; an error leaves the verdict open. */
export const fateByVerdict: Readonly<Record<DisplayedVerdict, Fate>> = {
  held: 'passed',
  observed: 'passed',
  warned: 'passed',
  'not-applicable': 'skipped',
  'known-failing': 'skipped',
  broken: 'failure',
  unstable: 'failure',
  untestable: 'error',
  inconclusive: 'error',
  'not-run': 'error',
  crashed: 'error',
  'harness-fault': 'error',
}

/** One attempt at a check. */
export type Attempt = NonNullable<RunCheck['attempts']>[number]

/** Returns the result of a check. A known failure that passes now is not skipped, because its entry is out of date. */
export function fateOf(check: RunCheck, { isStopped }: { readonly isStopped: boolean }): Fate {
  if (!check.ran && isStopped) return 'skipped'
  return isOutOfDate(check.known) ? 'failure' : fateByVerdict[displayedVerdict(check)]
}

/** Returns the `type` of a failure or error: the displayed verdict, or `stale` for an outdated baseline entry. */
export function typeOf(check: RunCheck): string {
  return isOutOfDate(check.known) ? 'stale' : displayedVerdict(check)
}

/**
 * Returns the failed attempts that formats list next to the result: all failed attempts at a check that passed, and the
 * failed attempts after the first at a check that failed. Passed attempts are omitted, because a reader could take the
 * check for passed.
 */
export function earlierFailures({ attempts = [] }: RunCheck, fate: Fate): readonly Attempt[] {
  const isFailure = (one: Attempt): boolean =>
    fateByVerdict[one.verdict] === 'failure' || fateByVerdict[one.verdict] === 'error'
  return (fate === 'passed' ? attempts : attempts.slice(1)).filter(isFailure)
}

/** Returns the reason of the result of a check, on one line. */
export function messageOf(check: RunCheck): string {
  if (isOutOfDate(check.known)) return oneLine(check.reason ?? 'The entry that excuses it is out of date.')
  if (check.known !== null) return `known failing: ${check.known.reason}`
  if (check.programError !== undefined && check.ran) return oneLine(briefReason(check, 300) ?? '', 900)
  const valuesText = `expected ${valueText(check.expected)}, got ${valueText(check.actual)}`
  const hasValues = check.expected !== null || check.actual !== null
  if (check.verdict === 'broken' && hasValues) return oneLine(valuesText)
  return oneLine(check.reason ?? (hasValues ? valuesText : displayedVerdict(check)))
}

/**
 * Returns the facts about a failure, one line each.
 * @param first the first check with the same cause
 */
export function factLines(
  check: RunCheck,
  rule: RunRule | undefined,
  first: string | undefined,
): readonly string[] {
  const location = locationText(check, rule)
  const attempts = attemptsText(check)
  const reason = check.reason === null ? [] : [`Reason: ${check.reason}`]
  return [
    ...(check.programError === undefined ? [] : reason),
    ...(first === undefined ? [] : [`The same cause as ${first}`]),
    `${rule?.level ?? ''} ${rule?.says ?? ''}`,
    ...(check.programError === undefined ? reason : []),
    ...(check.expected === null && check.actual === null
      ? []
      : [`Expected: ${valueText(check.expected)}`, `Actual: ${valueText(check.actual)}`]),
    ...(attempts === undefined ? [] : [`Attempts: ${attempts}`]),
    ...(check.twin === null ? [] : [`Twin: ${check.twin}`]),
    ...(check.evidence === null ? [] : [`Evidence: ${check.evidence}`]),
    ...(location === undefined ? [] : [`Declared in ${location}`]),
    `Repro: ${check.repro}`,
  ]
}

/** Returns a text on one line, truncated to a length. */
export function oneLine(text: string, maxLength = 500): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, maxLength)
}
