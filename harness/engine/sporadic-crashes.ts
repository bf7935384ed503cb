import type { SporadicCrash } from '../dialect/dialect.ts'
import { isPossiblyWithin, type Versions } from '../dialect/version-range.ts'
import type { Role } from '../roles.ts'
import { dialectOf } from '../target/dialects.ts'
import type { Target } from '../target/target.ts'

/** Returns the known sporadic crashes of a program. */
export type SporadicCrashes = (program: Role) => readonly SporadicCrash[]

/** Returns the known crashes of a target whose programs reported these versions. */
export function sporadicCrashes(target: Pick<Target, 'dialect'>, versions: Versions): SporadicCrashes {
  const { sporadicCrashes: all = [], usualVersion } = dialectOf(target)
  return (program) => {
    const version = versions[program] ?? usualVersion
    return all.filter((one) => one.program === program && isPossiblyWithin(version, one.versions))
  }
}
