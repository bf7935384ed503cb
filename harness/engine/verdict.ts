import { fingerprintOf, isOlderForm } from '../baseline/fingerprint.ts'
import type { Baseline } from '../baseline/judge.ts'
import type { Deviation, SporadicCrash } from '../dialect/dialect.ts'
import type { CheckEvent } from '../events.ts'
import type { Verdict } from '../verdict.ts'
import type { Reported } from './reported-event.ts'

/** Facts for the verdict on one check. */
export interface VerdictFacts {
  /** Result of the control check; omitted if the control check is irrelevant. */
  readonly control?: Control | undefined
  /** Known sporadic crashes of the program. */
  readonly crashes: readonly SporadicCrash[]
  /** The deviation for the check in the dialect or in the target file. */
  readonly deviation: Deviation | undefined
  readonly baseline: Baseline | undefined
}

/** Result of a control check. */
export interface Control {
  readonly isAccepted: boolean
  /** Verdict before the baseline excused the control check; `undefined` if the check did not run. */
  readonly verdict: Verdict | undefined
  readonly reason?: string | undefined
}

/** Verdict on a check. */
export interface FinalVerdict {
  /** Verdict before the baseline excused the check. */
  readonly ownVerdict: Verdict
  readonly event: CheckEvent
}

type Step = (event: CheckEvent, facts: VerdictFacts) => CheckEvent

// The order matters: a refusal without its control check shows nothing that a deviation could explain, and the baseline
// excuses only the rest.
const verdictSteps: readonly Step[] = [withControl, withSporadicCrash, withFingerprint, withDeviation]

/**
 * Decides the verdict on the result of a check.
 * @param reported the result; `alternativeResult` is the failure if the machine is not to blame
 */
export function finalVerdict({ alternativeResult, ...event }: Reported, facts: VerdictFacts): FinalVerdict {
  const otherwiseResult = alternativeResult && afterSteps({ ...event, ...alternativeResult }, facts)
  // The failure is exactly the known failure, so the machine is not to blame and the check is not repeated.
  if (otherwiseResult?.event.known?.passes === false && otherwiseResult.event.known.expired !== true)
    return otherwiseResult
  return afterSteps(event, facts)
}

function afterSteps(event: CheckEvent, facts: VerdictFacts): FinalVerdict {
  const decidedEvent = verdictSteps.reduce((current, step) => step(current, facts), event)
  return { ownVerdict: decidedEvent.verdict, event: facts.baseline?.judge(decidedEvent) ?? decidedEvent }
}

// Verdicts of a control check that do not concern the conformance of the implementation. A refusal of something that is
// not applicable is not applicable either; all other control checks that were not accepted leave a question open.
const inheritedVerdicts: ReadonlyMap<Verdict | undefined, Verdict> = new Map([
  ['crashed', 'crashed'],
  ['inconclusive', 'inconclusive'],
  ['unstable', 'unstable'],
  ['not-applicable', 'not-applicable'],
])

const acceptedVerdicts: ReadonlySet<Verdict> = new Set(['held', 'observed', 'warned'])

/**
 * Returns the result of a control check.
 * @param event the event of the control check in this run, if the check has ended
 * @param verdict the verdict before the baseline excused the control check, in this run or in another run
 */
export function controlOf(event: CheckEvent | undefined, verdict: Verdict | undefined): Control {
  const isAccepted =
    event === undefined
      ? verdict !== undefined && acceptedVerdicts.has(verdict)
      : acceptedVerdicts.has(event.verdict) || event.known?.passes === true
  return { isAccepted, verdict, reason: event?.reason }
}

/** Reports whether a refusal was successful but proves nothing because its control check was not accepted. */
export function isWithoutProof({ verdict }: CheckEvent, control: Control | undefined): boolean {
  return verdict === 'held' && control?.isAccepted === false
}

/** Returns a refusal without an accepted control check as `untestable`, or with the verdict that it inherits. */
export function withControl(event: CheckEvent, { control }: Pick<VerdictFacts, 'control'>): CheckEvent {
  if (control === undefined || !isWithoutProof(event, control)) return event
  // The text does not depend on whether the control check is excused, so that the fingerprint stays.
  const proofText = `Control check ${event.twin}: ${control.verdict ?? 'no verdict'}. A refusal proves nothing unless its control check is accepted.`
  const reason = control.verdict === 'not-applicable' ? (control.reason ?? proofText) : proofText
  // The comparisons of the refusal passed, so they do not explain the failure.
  const { expected: _expected, actual: _actual, ...rest } = event
  return { ...rest, verdict: inheritedVerdicts.get(control.verdict) ?? 'untestable', reason }
}

/** Returns a check with a known sporadic crash as `inconclusive`, so that it is repeated. */
export function withSporadicCrash(event: CheckEvent, { crashes }: Pick<VerdictFacts, 'crashes'>): CheckEvent {
  if (event.verdict !== 'crashed') return event
  const crash = crashes.find(({ trace }) => event.reason?.includes(trace))
  if (crash === undefined) return event
  const reason = `A crash that is known to come now and then: ${crash.reason} ${crash.link}\n${event.reason}`
  return { ...event, verdict: 'inconclusive', reason }
}

function withFingerprint(event: CheckEvent): CheckEvent {
  const fingerprint = fingerprintOf(event)
  return fingerprint === undefined ? event : { ...event, fingerprint }
}

/**
 * Returns a check with its known deviation applied, which excuses only the failure that was seen when it was confirmed.
 */
export function withDeviation(event: CheckEvent, { deviation }: Pick<VerdictFacts, 'deviation'>): CheckEvent {
  if (deviation === undefined) return event
  const { check, reason, link, answers } = deviation
  if (event.verdict === 'held') {
    const passNotice = `It passes now; remove the deviation "${check}" from the dialect or the target file.`
    return { ...event, verdict: 'known-failing', reason: passNotice, known: { reason, link, passes: true } }
  }
  if (!isKindOf(deviation, event)) return event
  if (answers === undefined || answers.includes(event.fingerprint ?? ''))
    return { ...event, verdict: 'known-failing', known: { reason, link, passes: false } }
  const mismatchNote = answers.some(isOlderForm)
    ? `The known deviation "${check}" has a fingerprint of an older form (${answers.join(' or ')}), which does not identify one failure, so it excuses none. This failure has the fingerprint ${event.fingerprint}.`
    : `This is not the known deviation "${check}": this failure has the fingerprint ${event.fingerprint}, that one ${answers.join(' or ')}.`
  return { ...event, reason: [event.reason, mismatchNote].filter(Boolean).join('\n') }
}

function isKindOf({ crashes, untestable }: Deviation, { verdict }: CheckEvent): boolean {
  return (
    verdict === 'broken' ||
    (verdict === 'crashed' && crashes === true) ||
    (verdict === 'untestable' && untestable === true)
  )
}
