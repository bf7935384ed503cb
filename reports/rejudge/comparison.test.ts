import { describe, expect, test } from 'vitest'
import { formatValue } from '#harness/check/format-value.ts'
import { evaluateAssertion } from './comparison.ts'

const values: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  7,
  401,
  '',
  'ready',
  'a ready server',
  [],
  ['ready'],
  [1, 'ready'],
  {},
  { status: 401 },
  { status: 401, body: { kind: 'Status', code: 401 } },
  { status: 401, body: { kind: 'Status' } },
  expect.any(String),
  expect.any(Number),
  expect.stringContaining('ready'),
  expect.not.stringContaining('ready'),
  expect.stringMatching(/^rea/),
  expect.arrayContaining(['ready']),
  expect.objectContaining({ status: 401 }),
  { status: expect.any(Number) },
  /read[y]/,
]
const matchers = [
  'toEqual',
  'toMatchObject',
  'toBeGreaterThan',
  'toBeGreaterThanOrEqual',
  'toBeLessThan',
  'toBeLessThanOrEqual',
  'toContain',
  'toContainEqual',
  'toHaveLength',
  'toBeOneOf',
  'toMatch',
  'toBeDefined',
  'toBeNull',
] as const
const plainValues = values.filter(
  (value) => !JSON.stringify(formatValue(value) ?? null).match(/Any|Containing|Matching|\[y\]/),
)

/** Returns the result of vitest itself, or `undefined` if its matcher does not accept the values. */
function vitestResult(
  matcher: (typeof matchers)[number],
  actual: unknown,
  expected: unknown,
): boolean | undefined {
  const assertionHolds = (assertion: { readonly [Name in typeof matcher]: unknown }): boolean => {
    try {
      ;(assertion[matcher] as (value: unknown) => void)(expected)
      return true
    } catch {
      return false
    }
  }
  const [holds, fails] = [assertionHolds(expect(actual)), assertionHolds(expect(actual).not)]
  return holds === fails ? undefined : holds
}

describe('a comparison', () => {
  test.for(matchers)('a comparison by %s has the same result as in vitest', (matcher) => {
    const differingResults = plainValues.flatMap((actual) =>
      values.flatMap((expected) => {
        const ownResult = vitestResult(matcher, actual, expected)
        const recordedAssertion = {
          matcher,
          actual: formatValue(actual),
          expected: formatValue(expected),
          passed: true,
        }
        const rejudgedResult = evaluateAssertion(recordedAssertion)
        // The events do not distinguish undefined and null.
        const isLost = actual === undefined || expected === undefined
        return ownResult === undefined ||
          isLost ||
          rejudgedResult === undefined ||
          rejudgedResult === ownResult
          ? []
          : [
              {
                actual: recordedAssertion.actual,
                expected: recordedAssertion.expected,
                again: rejudgedResult,
              },
            ]
      }),
    )

    expect(differingResults).toEqual([])
  })
})

test('a negated comparison has the opposite result, and a comparison of cut or unknown values has no result', () => {
  const readyAssertion = { actual: 'ready', expected: 'ready', passed: true }

  expect(evaluateAssertion({ ...readyAssertion, matcher: 'toBe' })).toBe(true)
  expect(evaluateAssertion({ ...readyAssertion, matcher: 'not.toBe' })).toBe(false)
  expect(evaluateAssertion({ ...readyAssertion, matcher: 'resolves.toBe' })).toBeUndefined()
  expect(evaluateAssertion({ ...readyAssertion, matcher: 'toThrow' })).toBeUndefined()
  expect(
    evaluateAssertion({ ...readyAssertion, matcher: 'toBe', actual: 'read… (9000 characters)' }),
  ).toBeUndefined()
})
