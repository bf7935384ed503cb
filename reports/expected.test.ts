import { expect, test } from 'vitest'
import type { Assertion, CheckEvent } from '#harness/events.ts'
import { expectedOf } from './expected.ts'

/** Returns an event of a check whose assertion with this matcher failed. */
function eventOf(
  matcher: string,
  values: { readonly expected?: unknown; readonly actual: unknown },
): CheckEvent {
  const assertions: Assertion[] = [
    { matcher: 'toBe', expected: 1, actual: 1, passed: true },
    { matcher, ...values, passed: false },
  ]
  return { type: 'check', id: 'a.b/c', verdict: 'broken', assertions, ...values } as unknown as CheckEvent
}

test.for([
  ['toBe', 201, 201],
  ['toEqual', { status: 201 }, { status: 201 }],
  ['not.toBe', 'no answer', 'not to be "no answer"'],
  ['toBeOneOf', [401, 403], 'to be one of [ 401, 403 ]'],
  ['toBeGreaterThan', 5, 'to be greater than 5'],
  ['not.toContain', 'a', 'not to contain "a"'],
] as const)('%s: the expected value %j is shown as %j', ([matcher, expected, shown]) => {
  expect(expectedOf(eventOf(matcher, { expected, actual: 'no answer' }))).toEqual(shown)
})

test('a matcher without a value is shown as its words', () => {
  expect(expectedOf(eventOf('toBeDefined', { actual: null }))).toBe('to be defined')
})

test('a check without assertions has no expected value', () => {
  expect(
    expectedOf({ ...eventOf('toBe', { actual: 1 }), assertions: [], expected: undefined } as CheckEvent),
  ).toBeNull()
})
