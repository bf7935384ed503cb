import { describe, expect, test } from 'vitest'
import { formatValue } from '#harness/check/format-value.ts'
import { evaluated } from './comparison.ts'

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
const plain = values.filter(
  (value) => !JSON.stringify(formatValue(value) ?? null).match(/Any|Containing|Matching|\[y\]/),
)

/** Returns the result of vitest itself; `undefined` where it does not take the values. */
function vitestResult(
  matcher: (typeof matchers)[number],
  actual: unknown,
  expected: unknown,
): boolean | undefined {
  const succeeds = (assertion: { readonly [Name in typeof matcher]: unknown }): boolean => {
    try {
      ;(assertion[matcher] as (value: unknown) => void)(expected)
      return true
    } catch {
      return false
    }
  }
  const [holds, fails] = [succeeds(expect(actual)), succeeds(expect(actual).not)]
  return holds === fails ? undefined : holds
}

describe('a comparison is evaluated as vitest does', () => {
  test.for(matchers)('%s', (matcher) => {
    const wrong = plain.flatMap((actual) =>
      values.flatMap((expected) => {
        const ownResult = vitestResult(matcher, actual, expected)
        const recorded = {
          matcher,
          actual: formatValue(actual),
          expected: formatValue(expected),
          passed: true,
        }
        const again = evaluated(recorded)
        // The events do not distinguish undefined and null.
        const isLost = actual === undefined || expected === undefined
        return ownResult === undefined || isLost || again === undefined || again === ownResult
          ? []
          : [{ actual: recorded.actual, expected: recorded.expected, again }]
      }),
    )

    expect(wrong).toEqual([])
  })
})

test('a negated comparison has the opposite result; values that are cut or unknown have none', () => {
  const same = { actual: 'ready', expected: 'ready', passed: true }

  expect(evaluated({ ...same, matcher: 'toBe' })).toBe(true)
  expect(evaluated({ ...same, matcher: 'not.toBe' })).toBe(false)
  expect(evaluated({ ...same, matcher: 'resolves.toBe' })).toBeUndefined()
  expect(evaluated({ ...same, matcher: 'toThrow' })).toBeUndefined()
  expect(evaluated({ ...same, matcher: 'toBe', actual: 'read… (9000 characters)' })).toBeUndefined()
})
