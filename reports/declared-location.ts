import type { RunCheck, RunRule } from './run-schema.ts'

/**
 * Returns the source location of a check: `suites/…/timeout.suite.ts:49`, with the row of the table if its rule is made
 * from one.
 * @returns nothing for runs that were recorded without locations
 */
export function locationText(
  check: Pick<RunCheck, 'declaredAt'>,
  rule: Pick<RunRule, 'declaredAt'> | undefined,
): string | undefined {
  const ruleLocation = rule?.declaredAt
  if (check.declaredAt === undefined || ruleLocation === undefined) return check.declaredAt ?? ruleLocation
  return fileOfLocation(ruleLocation) === fileOfLocation(check.declaredAt)
    ? check.declaredAt
    : `${check.declaredAt}, row ${ruleLocation}`
}

/** Returns the file of a location. */
export function fileOfLocation(location: string): string {
  return location.replace(/:\d+$/, '')
}
