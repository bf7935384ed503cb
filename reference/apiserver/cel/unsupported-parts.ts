import { fault } from '../../quirks/quirks.ts'
import type { FaultName } from '../../quirks/names.ts'

const partPatterns = {
  'expressions-lack-or': /\|\|/,
  'expressions-do-not-absorb-errors': /int\([^)]*\) == \d (\|\||&&)|(\|\||&&) int\(/,
  'expressions-evaluate-both-branches': / \? true : int\(/,
  'expressions-lack-membership': / in \{/,
  'expressions-lack-order': / <= '/,
  'expressions-lack-arithmetic': / % /,
  'expressions-lack-concatenation': / \+ \['/,
  'expressions-lack-size': /size\(/,
  'expressions-lack-endswith': /endsWith\(/,
  'expressions-lack-matches': /matches\(/,
  'expressions-lack-has': /\bhas\(/,
  'expressions-lack-macros': /\.(all|exists|exists_one|filter|map)\(/,
  'expressions-lack-computed-index': /\[size\(/,
  'expressions-lack-double': /\bint\(double\(/,
  'expressions-lack-timestamp': /timestamp\(/,
  'expressions-lack-duration': /duration\(/,
  'expressions-lack-raw-strings': /\(r'/,
  'expressions-lack-claim-index': /claims\['/,
  'expressions-lack-null': /= null/,
} as const satisfies Readonly<Partial<Record<FaultName, RegExp>>>

/**
 * Reports whether a fault prevents the evaluation of an expression, because of a part of the language that it uses.
 */
export function isUnsupported(source: string): boolean {
  return Object.entries(partPatterns).some(([name, part]) => part.test(source) && fault(name as FaultName))
}
