import type { SporadicCrash } from '../dialect/dialect.ts'
import { mayBeWithin, type Versions } from '../dialect/version-range.ts'
import type { Role } from '../roles.ts'
import { dialectOf } from '../target/dialects.ts'
import type { Target } from '../target/target.ts'

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
