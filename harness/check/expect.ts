import { expect as vitestExpect } from 'vitest'
import { runningCheck } from './context.ts'
import { failedComparison } from './reason.ts'
import { formatValue } from './format-value.ts'

type Expect = typeof vitestExpect

/** vitest's `expect`, which also records the compared values in the running check, in full. */
export const expect: Expect = new Proxy(vitestExpect, {
  apply: (target, self, args: [unknown, string?]) =>
    withRecording(Reflect.apply(target, self, args) as object, {
      actual: args[0],
      subject: args[1],
      prefix: '',
    }),
})

/** A compared value, with the words for the messages of its comparison. */
interface ComparisonSource {
  readonly actual: unknown
  /** Description of the value, in the check's words. */
  readonly subject: string | undefined
  /** The words between `expect` and the matcher. */
  readonly prefix: string
}

function withRecording<T extends object>(assertion: T, compared: ComparisonSource): T {
  const { actual, subject, prefix } = compared
  return new Proxy(assertion, {
    get: (target, property) => {
      const member: unknown = Reflect.get(target, property, target)
      if (typeof property !== 'string') return member
      if (property === 'not' || property === 'resolves' || property === 'rejects') {
        return withRecording(member as object, { ...compared, prefix: `${prefix}${property}.` })
      }
      if (typeof member !== 'function' || !property.startsWith('to')) return member
      return (...args: unknown[]) => {
        const recordAssertion = (passed: boolean): void => {
          runningCheck()?.record.assertions.push({
            matcher: prefix + property,
            expected: formatValue(args[0]),
            actual: formatValue(actual),
            passed,
          })
        }
        try {
          const result: unknown = Reflect.apply(member, target, args)
          recordAssertion(true)
          return result
        } catch (thrown) {
          recordAssertion(false)
          // Some matchers throw other errors, for example for a value of the wrong type, which would look like a
          // mistake of the check.
          if (thrown instanceof Error && ['Error', 'TypeError'].includes(thrown.name))
            thrown.name = 'AssertionError'
          const matcher = prefix + property
          if (thrown instanceof Error && runningCheck() !== undefined && !isPromiseModifier(prefix))
            thrown.message = failedComparison({ subject, matcher, expected: args, actual })
          throw thrown
        }
      }
    },
  })
}

/** Reports whether the compared value is a promise, so that the matcher's message is more precise. */
function isPromiseModifier(prefix: string): boolean {
  return prefix.startsWith('resolves.') || prefix.startsWith('rejects.')
}
