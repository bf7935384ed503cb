import type { QuirkList } from '../quirks/quirks.ts'
import type { Flag, FlagType } from './flag.ts'

const acceptedByEveryText = new Set<FlagType>(['string', 'strings', 'help'])

/** Flags that do not have all of the faults which are generated for every flag. */
interface FaultExceptions<Name> {
  /** Flags that have no fault for a refused last value. */
  readonly lastValue: readonly Name[]
  /** Flags that have no fault for a refused value. */
  readonly anyValue: readonly Name[]
}

/** Returns the faults in the help and the type checks of every flag, built from the flag table. */
export function perFlagFaults<Name extends string>(
  table: readonly Flag<Name>[],
  { lastValue, anyValue }: FaultExceptions<Name>,
): QuirkList {
  const faults: Record<string, string> = {}
  for (const { name, type, default: defaultText, advice, oneOf, range, deprecated } of table) {
    faults[`help-omits-${name}`] = `--${name}: is not in the help`
    if (type !== 'help') faults[`help-type-wrong-${name}`] = `--${name}: the help shows another type`
    if (defaultText !== undefined)
      faults[`help-default-wrong-${name}`] = `--${name}: the help shows another default`
    if (advice !== undefined) faults[`help-advice-missing-${name}`] = `--${name}: the help gives no advice`
    if (deprecated !== undefined)
      faults[`help-deprecation-omitted-${name}`] = `--${name}: the help does not call it deprecated`
    if (!acceptedByEveryText.has(type)) {
      faults[`type-unchecked-${name}`] = `--${name}: a value of another type is ignored`
      if (!anyValue.includes(name))
        faults[`value-refused-${name}`] = `--${name}: refuses whatever value it is given`
    }
    if (oneOf !== undefined || range !== undefined) {
      faults[`values-unchecked-${name}`] = `--${name}: an illegal value is ignored`
    }
    if (oneOf !== undefined && !lastValue.includes(name)) {
      faults[`legal-value-refused-${name}`] = `--${name}: refuses ${oneOf.at(-1)} although it is permitted`
    }
  }
  return faults
}
