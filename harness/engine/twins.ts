import type { CheckEvent } from '../events.ts'
import type { Verdict } from '../verdict.ts'

// What kept the twin from being accepted, where that says nothing about the implementation's conformance.
const inherited: ReadonlyMap<Verdict | undefined, Verdict> = new Map([
  ['crashed', 'crashed'],
  ['inconclusive', 'inconclusive'],
  ['unstable', 'unstable'],
])

const acceptedVerdicts: ReadonlySet<Verdict> = new Set(['held', 'observed', 'warned'])

/**
 * What a refusal comes to beside its accepted twin: without that, it says nothing.
 * @param twin what the twin came to in this run, as far as it has ended
 * @param came what the twin came to before the baseline excused it, here or in another run
 */
export function besideTwin(
  event: CheckEvent,
  twin: CheckEvent | undefined,
  came: Verdict | undefined,
): CheckEvent {
  if (event.twin === undefined || event.verdict !== 'held') return event
  if (twin !== undefined && (acceptedVerdicts.has(twin.verdict) || twin.known?.passes === true)) return event
  // Said alike whether the twin is excused or not, so that the fingerprint stays.
  if (twin === undefined && came !== undefined && acceptedVerdicts.has(came)) return event
  const reason = `Control check ${event.twin}: ${came ?? 'no verdict'}. A refusal proves nothing unless its control check is accepted.`
  // What it compared itself passed, and explains nothing.
  const { expected: _expected, actual: _actual, ...rest } = event
  return { ...rest, verdict: inherited.get(came) ?? 'untestable', reason }
}
