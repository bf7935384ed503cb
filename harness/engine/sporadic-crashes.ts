import type { SporadicCrash } from '../dialect/dialect.ts'
import { mayBeWithin, type Versions } from '../dialect/version-range.ts'
import type { Role } from '../roles.ts'
import { dialectOf } from '../target/dialects.ts'
import type { Target } from '../target/target.ts'
import type { Reported } from './reported.ts'

/** Finds the crashes that are known to come now and then in a program. */
export type SporadicCrashes = (program: Role) => readonly SporadicCrash[]

/** What is known of a target whose programs told these versions. */
export function sporadicCrashes(target: Pick<Target, 'dialect'>, versions: Versions): SporadicCrashes {
  const { sporadicCrashes: all = [], usualVersion } = dialectOf(target)
  return (program) => {
    const version = versions[program] ?? usualVersion
    return all.filter((one) => one.program === program && mayBeWithin(version, one.versions))
  }
}

/** A crash that is known to come now and then says nothing about a rule: the check is judged once more. */
export function withSporadicCrash(event: Reported, known: readonly SporadicCrash[]): Reported {
  if (event.verdict !== 'crashed') return event
  const crash = known.find(({ trace }) => event.reason?.includes(trace))
  if (crash === undefined) return event
  const reason = `A crash that is known to come now and then: ${crash.reason} ${crash.link}\n${event.reason}`
  return { ...event, verdict: 'inconclusive', reason }
}
