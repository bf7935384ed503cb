import type { Quirks } from '../quirks/quirks.ts'
import { Refusal } from '../refusal.ts'
import type { Flag, FlagFault } from './flag.ts'
import { FlagValues } from './flag-values.ts'
import { bool, float, hasType, isList, list } from './value-types.ts'

/** Reads a command line; throws a Refusal for an unknown flag, a missing or wrongly typed value, or a positional argument. */
export function parseFlags(
  argv: readonly string[],
  table: readonly Flag[],
  quirks: Quirks<FlagFault>,
): FlagValues {
  const flags = new Map(table.map((flag) => [flag.name, flag]))
  const shorts = new Map(table.flatMap((flag) => (flag.short === undefined ? [] : [[flag.short, flag]])))
  const given = new Map<string, string[]>()
  for (let index = 0; index < argv.length; index++) {
    const argument = argv[index] ?? ''
    const written = /^(?:--([^=]+)|-([^=-])=?)(?:=?([^]*))$/.exec(argument)
    const isLong = argument.startsWith('--') && argument.length > 2
    if (written === null || (!isLong && !argument.startsWith('-'))) {
      if (!quirks.fault('positional-argument-accepted')) {
        throw new Refusal(`unexpected argument ${JSON.stringify(argument)}: only flags are taken`)
      }
      continue
    }
    const flag = isLong ? flags.get(written[1] ?? '') : shorts.get(written[2] ?? '')
    if (flag === undefined) {
      if (!quirks.fault('unknown-flag-accepted')) throw new Refusal(`unknown flag: ${argument.split('=')[0]}`)
      continue
    }
    const inline = isLong ? argument.includes('=') : argument.length > 2
    const value = inline ? (written[3] ?? '') : isSwitch(flag) ? switchedOn(flag, quirks) : argv[++index]
    if (value === undefined) throw new Refusal(`--${flag.name}: needs a value`)
    if (isLegal(flag, value, quirks)) given.set(flag.name, [...(given.get(flag.name) ?? []), value])
  }
  return new FlagValues(flags, given, quirks)
}

/** Flags that may stand without a value. */
function isSwitch(flag: Flag): boolean {
  return flag.type === 'bool' || flag.type === 'help' || flag.type === 'version[=true]'
}

function switchedOn(flag: Flag, quirks: Quirks<FlagFault>): string {
  if (flag.type === 'bool' && quirks.fault('bool-flag-without-value-refused')) {
    throw new Refusal(`--${flag.name}: needs a value`)
  }
  return 'true'
}

/** True for a value to keep; false for an illegal one that a fault lets pass (it is then forgotten). */
function isLegal(flag: Flag, value: string, quirks: Quirks<FlagFault>): boolean {
  if (!hasType(value, flag.type)) {
    if (quirks.fault(`type-unchecked-${flag.name}`)) return false
    throw new Refusal(`invalid value ${JSON.stringify(value)} for --${flag.name}: not of type ${flag.type}`)
  }
  const allowed = legalValues(flag)
  const entries = isList(flag.type) ? list(value) : [value]
  const stray = entries.find((entry) => !allowed.test(entry))
  if (stray === undefined) return true
  if (quirks.fault(`values-unchecked-${flag.name}`)) return false
  throw new Refusal(`invalid value ${JSON.stringify(stray)} for --${flag.name}: ${allowed.says}`)
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

/** Whether a switch such as `--help` is on. */
export function isSwitchedOn(values: FlagValues, name: string): boolean {
  return values.isSet(name) && bool(values.string(name) ?? '') === true
}
