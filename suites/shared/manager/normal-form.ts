const unitNs: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3600e9,
}
const durationPattern = /^-?(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/

/**
 * Returns a value of a leaf in a normal form for comparison: durations are numbers of nanoseconds, a null list is
 * empty, and the names of members are in lower case.
 */
export function normalForm(type: string, value: unknown): unknown {
  if (type === 'duration' && typeof value === 'string') return nanoseconds(value)
  if (type === 'list of string') return value ?? []
  if (type === 'objects') return Array.isArray(value) ? value.map(lowerCased) : (value ?? [])
  // Rounds to float32, because programs may print more digits.
  if (type === 'float32' && typeof value === 'number') return Math.fround(value)
  return value
}

/** Returns a duration in nanoseconds. A string that is not a duration is returned unchanged. */
export function nanoseconds(text: string): number | string {
  if (text === '0') return 0
  if (!durationPattern.test(text)) return text
  let totalNs = 0
  for (const [, number, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g))
    totalNs += Number(number) * (unitNs[unit ?? ''] ?? 0)
  return text.startsWith('-') ? -totalNs : totalNs
}

function lowerCased(element: unknown): unknown {
  if (typeof element !== 'object' || element === null) return element
  return Object.fromEntries(Object.entries(element).map(([name, value]) => [name.toLowerCase(), value]))
}
