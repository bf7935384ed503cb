import type { FlagRow } from './flag-row.ts'

type Wrong = Readonly<Record<string, string>>

/** Invalid values of a type, by the words that complete "refuses". Types that include every text are not listed. */
export const wrongValues = {
  bool: { 'a word': 'perhaps' },
  int: { 'a word': 'many', 'a fraction': '1.5' },
  int32: { 'a word': 'many', 'a fraction': '1.5', 'more than 32 bits': '2147483648' },
  float: { 'a word': 'seldom' },
  duration: { 'a word': 'soon', 'a number without a unit': '10' },
  pairs: { 'a key without a value': 'v1' },
  stringToString: { 'a key without a value': 'requests_total,verb' },
  colonSeparatedMultimapStringString: { 'a key without a value': 'LoggingAlphaOptions' },
  quantity: { 'a word': 'much' },
  'string N1-N2': { 'a word': 'few', 'a range without an end': '30000-' },
  'version[=true]': { 'a word': 'newest' },
  'pattern=N,...': { 'a pattern without a number': 'table', 'a word for the number': 'table=much' },
  'list of taints': { 'a word': 'perhaps', 'an effect that does not exist': 'a=b:Never' },
  'reserved-memory': { 'a word': 'much', 'memory without a node': 'memory=1Gi' },
  RuntimeDefault: { 'another word': 'perhaps' },
} as const satisfies Readonly<Record<string, Wrong>>

const byType: Readonly<Record<string, Wrong>> = wrongValues

/** Returns the values of another type that a flag refuses, if there are any. */
export function mistypedOf({
  type,
  mistyped = byType[type],
}: Pick<FlagRow, 'type' | 'mistyped'>): Wrong | undefined {
  return mistyped
}
