import type { Baseline } from '../baseline/judge.ts'
import { fingerprintOf } from '../baseline/fingerprint.ts'
import type { Deviation } from '../dialect/dialect.ts'
import type { CheckEvent } from '../events.ts'
import type { Verdict } from '../verdict.ts'
import { withDeparture } from './departures.ts'
import type { Reported } from './reported.ts'

/** What may excuse the failure of a check. */
export interface Excuses {
  /** What the dialect or the target file knows of it. */
  readonly known: Deviation | undefined
  readonly baseline: Baseline | undefined
}

/** What a check came to. */
export interface Excused {
  /** Before the baseline excused it. */
  readonly own: Verdict
  readonly event: CheckEvent
}

/** What a check comes to by what is known of it: first by the dialect and the target file, then by the baseline. */
export function excused({ otherwise, ...event }: Reported, excuses: Excuses): Excused {
  const would = otherwise && excusedAs({ ...event, ...otherwise }, excuses)
  // It failed just as it is known to: the machine need not be blamed, nor the check be judged again.
  if (would?.event.known?.passes === false && would.event.known.expired !== true) return would
  return excusedAs(event, excuses)
}

function excusedAs(event: CheckEvent, { known, baseline }: Excuses): Excused {
  const fingerprint = fingerprintOf(event)
  const departed = withDeparture(fingerprint === undefined ? event : { ...event, fingerprint }, known)
  return { own: departed.verdict, event: baseline?.judge(departed) ?? departed }
}
