import type { Deviation } from '../dialect/dialect.ts'
import { dialectOf } from '../target/dialects.ts'
import { isPossiblyWithin, type Versions } from '../dialect/version-range.ts'
import { HarnessError } from '../errors.ts'
import { nearest } from '../nearest.ts'
import type { Role } from '../roles.ts'
import type { Target } from '../target/target.ts'
import { globPattern } from '../glob.ts'

/**
 * Returns the known deviation of a check, given its id and the program that its rule tests, with the confirmed
 * responses.
 */
export type KnownDeviations = (check: string, program: Role) => Deviation | undefined

/** Known deviations of a target without any. */
export const noDeviations: KnownDeviations = () => undefined

/**
 * Verifies that each deviation of a target matches a check.
 * @throws HarnessError `config-fault` that names the deviations without a check
 */
export function verifyDeviations(
  { name, deviations = [] }: Pick<Target, 'name' | 'deviations'>,
  checks: Iterable<string>,
): void {
  const ids = [...checks]
  const unmatchedDeviations = deviations.filter(({ check }) => !ids.some((id) => globPattern(check).test(id)))
  if (unmatchedDeviations.length === 0) return
  const problems = unmatchedDeviations.map(({ check }) => {
    const suggestion = nearest(check, ids)
    return `  ${check}${suggestion === undefined ? '' : `: did you mean ${suggestion}?`}`
  })
  throw new HarnessError(
    'config-fault',
    `Target ${name} states deviations of checks that do not exist (\`list\` has all of them):\n${problems.join('\n')}`,
  )
}

/**
 * Returns the known deviations of a target whose programs reported these versions, without entries for other versions
 * or vendors.
 */
export function knownDeviations(
  target: Pick<Target, 'dialect' | 'vendor' | 'deviations'>,
  versions: Versions,
): KnownDeviations {
  const dialect = dialectOf(target)
  const allDeviations: readonly Deviation[] = [...dialect.deviations, ...(target.deviations ?? [])]
  const applicableDeviations = allDeviations
    .filter(({ vendor }) => vendor === undefined || vendor === target.vendor)
    .map((deviation) => ({ pattern: globPattern(deviation.check), deviation }))
  return (check, program) => {
    const version = versions[program] ?? dialect.usualVersion
    const deviation = applicableDeviations.find(
      ({ pattern, deviation: one }) => isPossiblyWithin(version, one.versions) && pattern.test(check),
    )?.deviation
    const answer = version === undefined ? undefined : dialect.answers?.[version]?.[check]
    const answers = deviation?.answers ?? answer
    return deviation && { ...deviation, ...(answers && { answers }) }
  }
}
