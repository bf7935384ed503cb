import type { CheckEvent } from '#harness/events.ts'
import { valueText } from './plain-text.ts'

/** Matchers whose expected value is what the actual value should have been. */
const equalityMatchers: ReadonlySet<string> = new Set(['toBe', 'toEqual', 'toStrictEqual', 'toMatchObject'])

/**
 * Returns the expected value of a check. If the deciding assertion does not compare for equality, its words stand
 * before the value, such as `not to be "no answer"`: without them, expected and actual can read the same.
 */
export function expectedOf(event: CheckEvent): unknown {
  const { assertions, expected = null } = event
  const deciding = assertions.find(({ passed }) => !passed) ?? assertions.at(-1)
  if (deciding === undefined || equalityMatchers.has(deciding.matcher) || !('actual' in event))
    return expected
  const words = [...deciding.matcher.matchAll(/[A-Z]?[a-z]+/g)].map(([word]) => word.toLowerCase()).join(' ')
  const value = typeof expected === 'string' ? JSON.stringify(expected) : valueText(expected)
  return expected === null ? words : `${words} ${value}`
}
