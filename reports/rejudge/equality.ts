/** Compares values of events as matchers do. The events contain asymmetric matchers as text, such as `Any<String>`. */
export function isEqual(actual: unknown, expected: unknown): boolean {
  return valuesAreEqual(actual, expected, false)
}

/** Reports whether an object has the members of the expected object, at any depth. */
export function isPart(actual: unknown, expected: unknown): boolean {
  return valuesAreEqual(actual, expected, true)
}

function valuesAreEqual(actual: unknown, expected: unknown, isPartial: boolean): boolean {
  if (actual === expected) return true
  if (typeof expected === 'string') return isAcceptedBy(expected, actual)
  if (!isObject(actual) || !isObject(expected) || Array.isArray(actual) !== Array.isArray(expected))
    return false
  const names = Object.keys(expected)
  const isSameLength = Object.keys(actual).length === names.length
  if (!isSameLength && (!isPartial || Array.isArray(actual))) return false
  return names.every((name) => valuesAreEqual(actual[name] ?? null, expected[name], isPartial))
}

/** Reports whether the matcher that a text describes accepts a value. */
function isAcceptedBy(text: string, value: unknown): boolean {
  const [, any, type] = /^(Any)<(\w+)>$/.exec(text) ?? []
  if (any !== undefined) return typeName(value) === type
  if (text === 'Anything') return value !== null
  const [, of = '', negated, how = '', argument = ''] =
    /^(String|Array|Object)(Not)?(Containing|Matching) (.*)$/s.exec(text) ?? []
  return of !== '' && accepts(of + how, argument, value) === (negated === undefined)
}

function accepts(name: string, argument: string, value: unknown): boolean {
  if (name === 'StringMatching') return typeof value === 'string' && patternOf(argument)?.test(value) === true
  const sample = jsonIn(argument)
  if (name === 'StringContaining')
    return typeof value === 'string' && typeof sample === 'string' && value.includes(sample)
  if (name === 'ObjectContaining') return isObject(value) && isPart(value, sample)
  return (
    Array.isArray(value) &&
    Array.isArray(sample) &&
    sample.every((wanted) => value.some((one) => isEqual(one, wanted)))
  )
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'Array'
  const type = typeof value
  return type.charAt(0).toUpperCase() + type.slice(1)
}

/** Returns the regular expression that a text describes, as `/[a-z]+/i`. */
export function patternOf(text: string): RegExp | undefined {
  const [, source, flags] = /^"?\/(.*)\/([a-z]*)"?$/s.exec(text) ?? []
  try {
    return source === undefined ? undefined : new RegExp(source, flags)
  } catch {
    return undefined
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
