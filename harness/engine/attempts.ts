import type { CheckEvent } from '../events.ts'
import { type Verdict, worstVerdict } from '../verdict.ts'

type JudgedCheck = Pick<CheckEvent, 'verdict' | 'known'>

/** Reports whether a check has a verdict that a second attempt must confirm. */
export function needsConfirmation({ verdict }: JudgedCheck): boolean {
  return verdict === 'broken' || verdict === 'crashed'
}

/**
 * Reports whether a check runs again before its result is final: if its verdict needs confirmation, if it is
 * inconclusive because of a busy machine, or if a known failure passes, since some of these occur only occasionally.
 */
export function isRetried(event: JudgedCheck): boolean {
  return needsConfirmation(event) || event.verdict === 'inconclusive' || isPassingKnown(event)
}

/** Reports whether a known failure passes, so that its entry would be stale. */
export function isPassingKnown({ known }: JudgedCheck): boolean {
  return known?.passes === true
}

/**
 * Returns the final result of a check that ran twice.
 * @param next result of the second attempt, with known failures excused
 */
export function confirmedResult(first: CheckEvent, next: CheckEvent): CheckEvent {
  if (first.verdict === 'inconclusive') return next
  // A failure that occurred in either attempt still exists.
  if (isPassingKnown(first) && next.verdict === 'known-failing') return next
  // Wrong both times, but maybe in different ways: the worse result is final.
  if (needsConfirmation(first) && needsConfirmation(next))
    return worstVerdict([first.verdict, next.verdict]) === first.verdict ? first : next
  const { fingerprint: _of, known: _none, programError: _error, refusedStart: _refused, ...rest } = first
  return { ...rest, verdict: verdictOf(next.verdict), reason: reasonOf(first, next) }
}

/**
 * Returns a check whose second attempt did not take place. If it is red, its reason states so.
 * @param attempts number of times that the check ran
 */
export function markUnconfirmed(event: CheckEvent, attempts: number): CheckEvent {
  if (!needsConfirmation(event) || attempts !== 1) return event
  const notice = 'Not confirmed: the run ended before a second attempt.'
  return { ...event, reason: event.reason === undefined ? notice : `${event.reason}\n${notice}` }
}

/** Returns the verdict of a check whose attempts differ: `unstable`, unless the second attempt proves nothing. */
function verdictOf(next: Verdict): Verdict {
  return next === 'inconclusive' || next === 'harness-fault' ? next : 'unstable'
}

function reasonOf(first: CheckEvent, next: CheckEvent): string {
  return [
    `The first attempt was ${first.verdict}, and the second, alone on a fresh start, was ${next.verdict}.`,
    `First: ${first.reason ?? first.verdict}`,
    `Then: ${next.reason ?? next.verdict}`,
  ].join('\n')
}
