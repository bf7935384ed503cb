import type { Assertion } from '#harness/events.ts'
import { isEqual, isPart, patternOf } from './equality.ts'

type Compare = (actual: unknown, expected: unknown) => boolean | undefined

const numericMatcher =
  (holds: (actual: number, expected: number) => boolean): Compare =>
  (actual, expected) =>
    typeof actual === 'number' && typeof expected === 'number' && holds(actual, expected)

const matchers: ReadonlyMap<string, Compare> = new Map<string, Compare>([
  ['toBe', isEqual],
  ['toEqual', isEqual],
  ['toStrictEqual', isEqual],
  ['toMatchObject', hasPart],
  ['toBeDefined', (actual) => (actual === null ? undefined : true)],
  ['toBeUndefined', isMissing],
  ['toBeNull', isMissing],
  ['toBeTruthy', Boolean],
  ['toBeFalsy', (actual) => !actual],
  ['toBeGreaterThan', numericMatcher((actual, expected) => actual > expected)],
  ['toBeGreaterThanOrEqual', numericMatcher((actual, expected) => actual >= expected)],
  ['toBeLessThan', numericMatcher((actual, expected) => actual < expected)],
  ['toBeLessThanOrEqual', numericMatcher((actual, expected) => actual <= expected)],
  ['toContain', containsPart],
  ['toContainEqual', hasEqual],
  ['toHaveLength', hasLength],
  ['toBeOneOf', (actual, expected) => hasEqual(expected, actual)],
  ['toMatch', matches],
])

/**
 * Evaluates a comparison of the events again.
 * @returns `undefined` if the events do not contain enough of the compared values
 */
export function evaluateAssertion({
  matcher,
  expected = null,
  actual = null,
}: Assertion): boolean | undefined {
  const [, negation, name = ''] = /^(not\.)?(\w+)$/.exec(matcher) ?? []
  if ([expected, actual].some(isCutText)) return undefined
  const isMatch = matchers.get(name)?.(actual, expected)
  return isMatch === undefined || negation === undefined ? isMatch : !isMatch
}

/**
 * Reports whether a value is missing; `undefined` for null, because the events do not distinguish null and undefined.
 */
function isMissing(actual: unknown): boolean | undefined {
  return actual === null ? undefined : false
}

function containsPart(container: unknown, part: unknown): boolean | undefined {
  // An object is compared by its identity, which the events do not contain.
  if (typeof part === 'object') return undefined
  if (Array.isArray(container)) return container.includes(part)
  return typeof container === 'string' && typeof part === 'string' ? container.includes(part) : undefined
}

function hasEqual(container: unknown, part: unknown): boolean | undefined {
  if (!Array.isArray(container) || container.length === 0) return undefined
  return container.some((one) => isEqual(one, part))
}

function hasLength(actual: unknown, expected: unknown): boolean | undefined {
  return typeof expected === 'number' ? isSized(actual) && actual.length === expected : undefined
}

function isSized(value: unknown): value is { readonly length: number } {
  return typeof value === 'string' || Array.isArray(value)
}

function matches(actual: unknown, expected: unknown): boolean | undefined {
  if (typeof actual !== 'string' || typeof expected !== 'string') return undefined
  return patternOf(expected)?.test(actual) ?? actual.includes(expected)
}

/**
 * Reports whether an object has the expected members; `undefined` for other operands, for which the matcher has a
 * special meaning.
 */
function hasPart(actual: unknown, expected: unknown): boolean | undefined {
  const areObjects = [actual, expected].every((one) => typeof one === 'object' && one !== null)
  return areObjects && Object.keys(expected as object).length > 0 ? isPart(actual, expected) : undefined
}

/** Reports whether the events contain only the beginning of a value, or only its type. */
function isCutText(value: unknown): boolean {
  return (
    typeof value === 'string' && (/… \(\d+ characters\)$/.test(value) || /^a (function|symbol)$/.test(value))
  )
}
