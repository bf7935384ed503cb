import type { Flags, FlagValue } from '#kit/launch.ts'
import { type NamedCases, formerly } from '#kit/tables.ts'
import { nearOf } from './fields.ts'
import type { FileField, FileSyntax, FlagRow, NearMisses } from './shape.ts'

/** Returns the rows of flags. The key of a row may also name the short form of the flag. */
export function flagRows(
  rows: Readonly<Record<`--${string}`, Omit<FlagRow, 'key' | 'flag'> & { readonly key?: string }>>,
): FlagRow[] {
  return Object.entries(rows).map(([flag, { key = flag, ...row }]) => ({
    key,
    flag: flag as `--${string}`,
    // The documents deprecate a flag that stands for a field of the configuration file.
    ...(row.file !== undefined && { deprecated: 'C' }),
    ...row,
  }))
}

/** Returns the field of the file that a flag stands for. */
export function field(
  pointer: string,
  values?: FileField['values'],
  options: Omit<FileField, 'field' | 'values'> = {},
): FileField {
  return { field: pointer, ...(values !== undefined && { values }), ...options }
}

/** Returns the legal values of rows, with the flags that they require, as flags of one start. */
export function legalFlags(rows: readonly FlagRow[]): Flags {
  const rowsWithLegalValues = rows.filter((row) => row.legalValues !== undefined)
  return {
    ...Object.assign({}, ...rowsWithLegalValues.map(({ needs }) => needs)),
    ...Object.fromEntries(rowsWithLegalValues.map(({ flag, legalValues: [value] = [] }) => [flag, value])),
  } as Flags
}

/** Invalid values of a type, by the words that complete "refuses". Types that include every string are not listed. */
const wrongValues: Readonly<Record<string, NearMisses>> = {
  bool: { 'a string other than true and false': { values: ['perhaps'], formerly: 'a word' } },
  int: { 'a string that is not a number': { values: ['many'], formerly: 'a word' }, 'a fraction': ['1.5'] },
  int32: {
    'a string that is not a number': { values: ['many'], formerly: 'a word' },
    'a fraction': ['1.5'],
    'more than 32 bits': ['2147483648'],
  },
  float: { 'a string that is not a number': { values: ['seldom'], formerly: 'a word' } },
  duration: {
    'a string that is not a duration': { values: ['soon'], formerly: 'a word' },
    'a number without a unit': ['10'],
  },
  pairs: { 'a key without a value': ['v1'] },
  stringToString: { 'a key without a value': ['requests_total,verb'] },
  colonSeparatedMultimapStringString: { 'a key without a value': ['LoggingAlphaOptions'] },
  quantity: { 'a string that is not a quantity': { values: ['much'], formerly: 'a word' } },
  'string N1-N2': {
    'a string that is not a range': { values: ['few'], formerly: 'a word' },
    'a range without an end': ['30000-'],
  },
  'version[=true]': { 'a string other than true and false': { values: ['newest'], formerly: 'a word' } },
  'pattern=N,...': {
    'a pattern without a number': ['table'],
    'a string in place of the number': { values: ['table=much'], formerly: 'a word for the number' },
  },
  'list of taints': {
    'a string that is not a taint': { values: ['perhaps'], formerly: 'a word' },
    'an effect that does not exist': ['a=b:Never'],
  },
  'reserved-memory': {
    'a string without a number': { values: ['much'], formerly: 'a word' },
    'memory without a node': ['memory=1Gi'],
  },
  RuntimeDefault: { 'a string other than RuntimeDefault': { values: ['perhaps'], formerly: 'another word' } },
}

/** Returns the values of another type that a flag refuses, if there are any, by the words that complete "refuses". */
export function wrongTypeOf({
  type,
  mistypedValues = wrongValues[type],
}: Pick<FlagRow, 'type' | 'mistypedValues'>): NamedCases<string> | undefined {
  return mistypedValues && (flagValuesOf(mistypedValues) as NamedCases<string>)
}

/** Returns the near misses of a flag as entries of `test.for`, each with one value. */
export function flagValuesOf(nearMisses: NearMisses): NamedCases<FlagValue> {
  const cases = Object.entries(nearOf({ nearMisses }))
  return Object.fromEntries(
    cases.map(([words, { values, formerly: id }]) => {
      const value = values[0] as FlagValue
      return [words, id === undefined ? value : formerly(id, value)]
    }),
  )
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
