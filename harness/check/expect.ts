import { expect as vitestExpect } from 'vitest'
import { currentCheck } from './context.ts'

type Expect = typeof vitestExpect

/** vitest's `expect`, which also notes in the running check what was compared with what. */
export const expect: Expect = new Proxy(vitestExpect, {
  apply: (target, self, args: [unknown, string?]) =>
    noting(Reflect.apply(target, self, args) as object, args[0], ''),
})

function noting<T extends object>(assertion: T, actual: unknown, prefix: string): T {
  return new Proxy(assertion, {
    get: (target, property) => {
      const member: unknown = Reflect.get(target, property, target)
      if (typeof property !== 'string') return member
      if (property === 'not' || property === 'resolves' || property === 'rejects') {
        return noting(member as object, actual, `${prefix}${property}.`)
      }
      if (typeof member !== 'function' || !property.startsWith('to')) return member
      return (...args: unknown[]) => {
        const note = (passed: boolean): void => {
          currentCheck()?.assertions.push({
            matcher: prefix + property,
            expected: shown(args[0]),
            actual: shown(actual),
            passed,
          })
        }
        try {
          const result: unknown = Reflect.apply(member, target, args)
          note(true)
          return result
        } catch (thrown) {
          note(false)
          // Some matchers throw plain errors, which would look like a mistake of the check.
          if (thrown instanceof Error && thrown.name === 'Error') thrown.name = 'AssertionError'
          throw thrown
        }
      }
    },
  })
}

/** A value as it goes into the events: plain data, bounded. */
export function shown(value: unknown): unknown {
  if (value === undefined) return null
  const text = JSON.stringify(value, (_key, inner: unknown) => {
    if (isMatcher(inner) || inner instanceof RegExp) return inner.toString()
    return typeof inner === 'bigint' ? inner.toString() : inner
  })
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : JSON.parse(text)
}

/** vitest's `expect.any(…)` and its kin, which say in words what they match. */
function isMatcher(value: unknown): value is { asymmetricMatch: unknown; toString(): string } {
  return typeof value === 'object' && value !== null && 'asymmetricMatch' in value
}

const longest = 4_000
