import { apiServerFlags } from '../flags/table.ts'

/** Defects in the command line itself that do not depend on a flag. */
export const commandLineFaults = {
  'unknown-flag-accepted': 'command line: ignores flags that do not exist',
  'positional-argument-accepted': 'command line: ignores arguments that are no flags',
  'bool-flag-without-value-refused': 'command line: a bool flag needs a value',
  'repeated-list-flag-last-wins': 'command line: a repeated list flag keeps the last value only',
  'version-not-printed': '--version: prints nothing',
  'version-goes-on': '--version: starts to serve after printing',
  'version-override-ignored': '--version: the version to report does not matter',
} as const

/** Defects in the help and the type checks of every single flag, made from the flag table. */
export function perFlagFaults(): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {}
  for (const { name, type, default: shown, oneOf, range } of apiServerFlags) {
    faults[`help-omits-${name}`] = `--${name}: is not in the help`
    if (type !== 'help') faults[`help-type-wrong-${name}`] = `--${name}: the help shows another type`
    if (shown !== undefined)
      faults[`help-default-wrong-${name}`] = `--${name}: the help shows another default`
    if (type !== 'string' && type !== 'strings') {
      faults[`type-unchecked-${name}`] = `--${name}: a value of another type is ignored`
    }
    if (oneOf !== undefined || range !== undefined) {
      faults[`values-unchecked-${name}`] = `--${name}: an illegal value is ignored`
    }
  }
  return faults
}
