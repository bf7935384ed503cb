import { HarnessError } from '../errors.ts'
import type { Flags } from '../flag-values.ts'
import { type Role, roleNames } from '../roles.ts'
import type { Dialect, VersionDifference } from './dialect.ts'
import { isWithin, rangeText } from './version-range.ts'

// Cache of the differences by dialect, because every spelled field and flag needs them.
const differences = new WeakMap<Dialect, Map<Role, readonly VersionDifference[]>>()

/** Returns the differences of a program's version from the documents, as known by its dialect. */
export function differencesOf(dialect: Dialect, program: Role): readonly VersionDifference[] {
  const cachedByRole = differences.get(dialect) ?? new Map<Role, readonly VersionDifference[]>()
  differences.set(dialect, cachedByRole)
  const programDifferences = cachedByRole.get(program) ?? differencesIn(dialect, program)
  cachedByRole.set(program, programDifferences)
  return programDifferences
}

function differencesIn(dialect: Dialect, program: Role): readonly VersionDifference[] {
  const version = dialect.versions?.[program] ?? dialect.usualVersion
  if (version === undefined) return []
  return (dialect.differences ?? []).filter(
    (difference) => difference.program === program && isWithin(version, difference.versions),
  )
}

/** Returns the difference that removes a documented kind, field, flag or gate from the program's version, if any. */
export function absenceOf(
  dialect: Dialect,
  program: Role,
  subject: VersionDifference['subject'],
  name: string,
): VersionDifference | undefined {
  return differencesAbout(dialect, program, subject, name).find(({ absent }) => absent)
}

/**
 * Returns the difference that prevents the API server's version from accepting a field of a file with the value, if
 * any.
 */
export function absentField(
  dialect: Dialect,
  kind: string,
  field: string,
  value: unknown,
): VersionDifference | undefined {
  const absence = absenceOf(dialect, 'apiserver', 'field', `${kind}.${field}`)
  // A field without a value, or with the version's fixed behaviour, can be omitted.
  const isIdle = value === undefined || (absence !== undefined && value === absence.fixedValue)
  return isIdle ? undefined : absence
}

/** Ends the check as not applicable if the program's version lacks something documented. */
export function requirePresent(
  dialect: Dialect,
  program: Role,
  subject: VersionDifference['subject'],
  name: string,
): void {
  if (subject === 'flag') needsSettableFlag(dialect, program, name)
  const absence = absenceOf(dialect, program, subject, name)
  if (absence !== undefined) throw absentError(dialect, absence)
}

/** Ends the check as not applicable if the target's command already sets a documented flag. */
export function needsSettableFlag(dialect: Dialect, program: Role, flag: string): void {
  if (!isOwnFlag(dialect, program, flag)) return
  throw new HarnessError(
    'not-applicable',
    `The command of the ${roleNames[program]} sets ${dialect.word(flag)} itself (programs.${program}.ownFlags), so no check can give it.`,
  )
}

/** Reports whether the target's command of a program already sets a documented flag. */
function isOwnFlag(dialect: Dialect, program: Role, flag: string): boolean {
  return dialect.ownFlags?.[program]?.includes(dialect.word(flag)) ?? false
}

/** Ends the check as not applicable if the version differs from the documents in something. */
export function requireDocumentedForm(
  dialect: Dialect,
  program: Role,
  subject: VersionDifference['subject'],
  name: string,
): void {
  const difference = differenceIn(dialect, program, subject, name)
  if (difference !== undefined) throw absentError(dialect, difference)
}

/** Returns the difference of the program's version in something documented, if any. */
export function differenceIn(
  dialect: Dialect,
  program: Role,
  subject: VersionDifference['subject'],
  name: string,
): VersionDifference | undefined {
  return differencesAbout(dialect, program, subject, name)[0]
}

function differencesAbout(
  dialect: Dialect,
  program: Role,
  subject: VersionDifference['subject'],
  name: string,
) {
  return differencesOf(dialect, program).filter(
    (difference) => difference.subject === subject && difference.name === name,
  )
}

/**
 * Ends the check as not applicable if the program's version lacks one of the flags, or a gate that `--feature-gates`
 * sets.
 */
export function needsFlags(dialect: Dialect, program: Role, flags: Flags): void {
  for (const [flag, value] of Object.entries(flags)) {
    if (value === undefined) continue
    requirePresent(dialect, program, 'flag', flag)
    if (flag !== '--feature-gates') continue
    const pairs = [value].flat().flatMap((given) => (typeof given === 'string' ? given.split(',') : []))
    for (const pair of pairs) requirePresent(dialect, program, 'gate', pair.split('=')[0] ?? '')
  }
}

/** Returns the flags that the program's version has and the harness may set. */
export function presentFlags(dialect: Dialect, program: Role, flags: Flags): Flags {
  const presentEntries = Object.entries(flags).filter(
    ([flag]) => absenceOf(dialect, program, 'flag', flag) === undefined && !isOwnFlag(dialect, program, flag),
  )
  return Object.fromEntries(presentEntries)
}

/**
 * Returns the error of a check that needs something which the version lacks, or has in another form than the documents.
 */
export function absentError(
  dialect: Dialect,
  { program, subject, name, versions, absent, says }: VersionDifference,
): HarnessError {
  const version = dialect.versions?.[program] ?? dialect.usualVersion ?? 'of this version'
  const differenceText = absent
    ? `does not have the ${subject} ${name} (absent ${rangeText(versions)})`
    : `has the ${subject} ${name} otherwise (${rangeText(versions)})`
  return new HarnessError('not-applicable', `The ${roleNames[program]} ${version} ${differenceText}: ${says}`)
}
