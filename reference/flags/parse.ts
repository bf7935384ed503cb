import { fault } from '../quirks/quirks.ts'
import { Refusal } from './refusal.ts'
import type { Flag } from './flag.ts'
import { FlagValues } from './flag-values.ts'
import { bool, float, hasType, isList, list } from './value-types.ts'

/**
 * Parses a command line. Throws a Refusal for an unknown flag, a missing or wrongly typed value, or a positional
 * argument.
 */
export function parseFlags<Name extends string>(
  argv: readonly string[],
  table: readonly Flag<Name>[],
): FlagValues {
  const flags = new Map<string, Flag<Name>>(table.map((flag) => [flag.name, flag]))
  const flagsByShorthand = new Map(
    table.flatMap((flag) => (flag.short === undefined ? [] : [[flag.short, flag] as const])),
  )
  const givenValues = new Map<string, string[]>()
  for (let index = 0; index < argv.length; index++) {
    const argument = argv[index] ?? ''
    const argumentMatch = /^(?:--([^=]+)|-([^=-])=?)(?:=?([^]*))$/.exec(argument)
    const isLongForm = argument.startsWith('--') && argument.length > 2
    if (argumentMatch === null || (!isLongForm && !argument.startsWith('-'))) {
      throw new Refusal(`unexpected argument ${JSON.stringify(argument)}: only flags are taken`)
    }
    const flag = isLongForm ? flags.get(argumentMatch[1] ?? '') : flagsByShorthand.get(argumentMatch[2] ?? '')
    if (flag === undefined) throw new Refusal(`unknown flag: ${argument.split('=')[0]}`)
    const isInline = isLongForm ? argument.includes('=') : argument.length > 2
    const value = isInline ? (argumentMatch[3] ?? '') : isSwitch(flag) ? 'true' : argv[++index]
    if (value === undefined) throw new Refusal(`--${flag.name}: needs a value`)
    const keptValue = valueAfterFault(flag, value)
    if (keptValue !== undefined)
      givenValues.set(flag.name, [...(givenValues.get(flag.name) ?? []), keptValue])
  }
  return new FlagValues(flags, givenValues)
}

/** Reports whether a flag may have no value. */
function isSwitch(flag: Flag): boolean {
  return (
    flag.type === 'bool' ||
    flag.type === 'help' ||
    flag.type === 'version[=true]' ||
    flag.type === 'RuntimeDefault'
  )
}

/** Returns the value that a flag gets: the given value, or undefined for a value that a fault accepts but ignores. */
function valueAfterFault<Name extends string>(flag: Flag<Name>, value: string): string | undefined {
  if (!hasType(value, flag.type)) {
    if (fault(`type-unchecked-${flag.name}`)) return mistypedValue(flag, value)
    throw new Refusal(`invalid value ${JSON.stringify(value)} for --${flag.name}: not of type ${flag.type}`)
  }
  if (fault(`value-refused-${flag.name}`)) {
    throw new Refusal(`invalid value ${JSON.stringify(value)} for --${flag.name}`)
  }
  const legalValue = legalValues(flag)
  const entries = isList(flag.type) ? list(value) : [value]
  const illegalEntry = entries.find((entry) => !legalValue.test(entry))
  if (illegalEntry === undefined) {
    const lastValue = flag.oneOf?.at(-1)
    if (
      lastValue === undefined ||
      !entries.includes(lastValue) ||
      !fault(`legal-value-refused-${flag.name}`)
    ) {
      return value
    }
    throw new Refusal(`invalid value ${JSON.stringify(lastValue)} for --${flag.name}`)
  }
  if (fault(`values-unchecked-${flag.name}`)) return flag.range === undefined ? undefined : value
  throw new Refusal(`invalid value ${JSON.stringify(illegalEntry)} for --${flag.name}: ${legalValue.says}`)
}

/** Returns the value that replaces a value of the wrong type. */
function mistypedValue({ name, type, range }: Flag, value: string): string | undefined {
  // A value that is not a 32-bit number is not kept, because the bounds would also reject it. A port becomes 0, because
  // another program may use the default port.
  if (type === 'int32') return name.endsWith('port') ? '0' : undefined
  // If bounds are documented, the code that uses the value rejects it.
  return range === undefined ? undefined : value
}

function legalValues(flag: Flag): { says: string; test: (entry: string) => boolean } {
  const { oneOf, range } = flag
  if (oneOf !== undefined) {
    return { says: `must be one of ${oneOf.join(', ')}`, test: (entry) => oneOf.includes(entry) }
  }
  if (range !== undefined) {
    const [min, max] = range
    return {
      says: `must be from ${min} to ${max}`,
      test: (entry) => (float(entry) ?? Number.NaN) >= min && (float(entry) ?? Number.NaN) <= max,
    }
  }
  return { says: 'is legal', test: () => true }
}

/** Reports whether a switch such as `--help` is on. */
export function isSwitchedOn(values: FlagValues, name: string): boolean {
  return values.isSet(name) && bool(values.string(name) ?? '') === true
}
