import { isOlderForm } from '../baseline/fingerprint.ts'
import type { Deviation } from '../dialect/dialect.ts'
import type { CheckEvent } from '../events.ts'

/** What a check comes to of which a departure is known: it excuses the answer that was seen when it was confirmed, and no other. */
export function withDeparture(event: CheckEvent, known: Deviation | undefined): CheckEvent {
  if (known === undefined) return event
  const { check, reason, link, answers } = known
  if (event.verdict === 'held') {
    const passes = `It passes now; remove the deviation "${check}" from the dialect or the target file.`
    return { ...event, verdict: 'known-failing', reason: passes, known: { reason, link, passes: true } }
  }
  if (!isKindOf(known, event)) return event
  if (answers === undefined || answers.includes(event.fingerprint ?? ''))
    return { ...event, verdict: 'known-failing', known: { reason, link, passes: false } }
  const otherwise = answers.some(isOlderForm)
    ? `The known deviation "${check}" has a fingerprint of an older form (${answers.join(' or ')}), which does not identify one failure, so it excuses none. This failure has the fingerprint ${event.fingerprint}.`
    : `This is not the known deviation "${check}": this failure has the fingerprint ${event.fingerprint}, that one ${answers.join(' or ')}.`
  return { ...event, reason: [event.reason, otherwise].filter(Boolean).join('\n') }
}

function isKindOf({ crashes, untestable }: Deviation, { verdict }: CheckEvent): boolean {
  return (
    verdict === 'broken' ||
    (verdict === 'crashed' && crashes === true) ||
    (verdict === 'untestable' && untestable === true)
  )
}
