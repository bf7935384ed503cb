/** Returns a value as written to the events: plain data of limited size. */
export function formatValue(value: unknown): unknown {
  if (value === undefined) return null
  const text: string | undefined = JSON.stringify(value, (_key, inner: unknown) => {
    if (isMatcher(inner)) return matcherText(inner)
    if (inner instanceof RegExp) return inner.toString()
    return typeof inner === 'bigint' ? inner.toString() : inner
  })
  // A function has no plain data.
  if (text === undefined) return `a ${typeof value}`
  return text.length > maxTextLength
    ? `${text.slice(0, maxTextLength)}… (${text.length} characters)`
    : JSON.parse(text)
}

/** vitest's `expect.any(…)` and similar matchers. */
interface Matcher {
  readonly asymmetricMatch: unknown
  readonly sample?: unknown
  toString(): string
  toAsymmetricMatcher?(): string
}

function isMatcher(value: unknown): value is Matcher {
  return typeof value === 'object' && value !== null && 'asymmetricMatch' in value
}

/** Describes the values that a matcher accepts. */
function matcherText(matcher: Matcher): string {
  const { sample } = matcher
  const sampleText = sample === undefined ? '' : ` ${JSON.stringify(formatValue(sample))}`
  return matcher.toAsymmetricMatcher?.() ?? `${matcher.toString()}${sampleText}`
}

const maxTextLength = 4_000
