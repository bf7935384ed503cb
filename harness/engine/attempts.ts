import type { CheckEvent } from '../events.ts'
import { type Verdict, worst } from '../verdict.ts'

type Judged = Pick<CheckEvent, 'verdict' | 'known'>

/** Whether a check is told to be wrong, which has to be seen twice. */
export function isDoubted({ verdict }: Judged): boolean {
  return verdict === 'broken' || verdict === 'crashed'
}

/**
 * Whether a check is judged once more before it counts: also where the machine was too busy to tell, and where a known
 * failure passes, because some of them show only now and then.
 */
export function isAttemptedAgain(event: Judged): boolean {
  return isDoubted(event) || event.verdict === 'inconclusive' || passesAsKnown(event)
}

/** Whether a known failure passes, so that its entry would be stale. */
export function passesAsKnown({ known }: Judged): boolean {
  return known?.passes === true
}

/**
 * What a check comes to that was judged once more.
 * @param next what came of that, as what is known excuses it
 */
export function settledBy(first: CheckEvent, next: CheckEvent): CheckEvent {
  if (first.verdict === 'inconclusive') return next
  // It is not gone when either attempt showed it.
  if (passesAsKnown(first) && next.verdict === 'known-failing') return next
  // Wrong both times, if not in the same way: the worse of the two stands.
  if (isDoubted(first) && isDoubted(next))
    return worst([first.verdict, next.verdict]) === first.verdict ? first : next
  const { fingerprint: _of, known: _none, programError: _error, refusedStart: _refused, ...rest } = first
  return { ...rest, verdict: verdictOf(next.verdict), reason: reasonOf(first, next) }
}

/**
 * Returns a check that waited for a second attempt in vain; if it is red, its reason states so.
 * @param attempts how often it was judged
 */
export function notConfirmed(event: CheckEvent, attempts: number): CheckEvent {
  if (!isDoubted(event) || attempts !== 1) return event
  const note = 'Not confirmed: the run ended before a second attempt.'
  return { ...event, reason: event.reason === undefined ? note : `${event.reason}\n${note}` }
}

/** An attempt that tells nothing leaves the first one without proof; one that tells otherwise is no proof of either. */
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
