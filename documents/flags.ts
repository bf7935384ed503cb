import type { Flags, FlagValue } from '#kit/launch.ts'
import { nearOf } from './fields.ts'
import type { FileField, FileSyntax, FlagRow, Near } from './shape.ts'

/** Returns the rows of flags. A row whose key names a short form, too, has its key. */
export function flagRows(
  rows: Readonly<Record<`--${string}`, Omit<FlagRow, 'key' | 'flag'> & { readonly key?: string }>>,
): FlagRow[] {
  return Object.entries(rows).map(([flag, { key = flag, ...row }]) => ({
    key,
    flag: flag as `--${string}`,
    // A flag that stands for a field of the file belongs in it.
    ...(row.file !== undefined && { deprecated: 'C' }),
    ...row,
  }))
}

/** Returns the field of the file that a flag stands for. */
export function field(
  pointer: string,
  values?: FileField['values'],
  more: Omit<FileField, 'field' | 'values'> = {},
): FileField {
  return { field: pointer, ...(values !== undefined && { values }), ...more }
}

/** Returns the legal values of rows, with their required flags, as flags of one start. */
export function legalFlags(rows: readonly FlagRow[]): Flags {
  const legal = rows.filter((row) => row.legal !== undefined)
  return {
    ...Object.assign({}, ...legal.map(({ needs }) => needs)),
    ...Object.fromEntries(legal.map(({ flag, legal: [value] = [] }) => [flag, value])),
  } as Flags
}

/** Invalid values of a type, by the words that complete "refuses". Types that include every text are not listed. */
const wrongValues: Readonly<Record<string, Near>> = {
  bool: { 'a word': ['perhaps'] },
  int: { 'a word': ['many'], 'a fraction': ['1.5'] },
  int32: { 'a word': ['many'], 'a fraction': ['1.5'], 'more than 32 bits': ['2147483648'] },
  float: { 'a word': ['seldom'] },
  duration: { 'a word': ['soon'], 'a number without a unit': ['10'] },
  pairs: { 'a key without a value': ['v1'] },
  stringToString: { 'a key without a value': ['requests_total,verb'] },
  colonSeparatedMultimapStringString: { 'a key without a value': ['LoggingAlphaOptions'] },
  quantity: { 'a word': ['much'] },
  'string N1-N2': { 'a word': ['few'], 'a range without an end': ['30000-'] },
  'version[=true]': { 'a word': ['newest'] },
  'pattern=N,...': { 'a pattern without a number': ['table'], 'a word for the number': ['table=much'] },
  'list of taints': { 'a word': ['perhaps'], 'an effect that does not exist': ['a=b:Never'] },
  'reserved-memory': { 'a word': ['much'], 'memory without a node': ['memory=1Gi'] },
  RuntimeDefault: { 'another word': ['perhaps'] },
}

/** Returns the values of another type that a flag refuses, if there are any, by the words that complete "refuses". */
export function wrongTypeOf({
  type,
  mistyped = wrongValues[type],
}: Pick<FlagRow, 'type' | 'mistyped'>): Record<string, string> | undefined {
  return mistyped && (flagValuesOf(mistyped) as Record<string, string>)
}

/** Returns near misses of a flag, each with its one value. */
export function flagValuesOf(near: Near): Record<string, FlagValue> {
  const cases = Object.entries(nearOf({ near }))
  return Object.fromEntries(cases.map(([words, { values }]) => [words, values[0] as FlagValue]))
}

/** Returns the default of a flag as a value of its type; `undefined` if the document has none. */
export function defaultOf({
  type,
  default: text,
}: Pick<FlagRow, 'type' | 'default'>): FileSyntax | undefined {
  if (text === undefined) return undefined
  if (type.startsWith('int')) return Number(text)
  if (type === 'bool') return text === 'true'
  return type === 'pairs' && text === 'none' ? {} : text
}
