import type { Expression } from './expression.ts'

/** Values by the names of variables. */
export type Environment = Readonly<Record<string, unknown>>

/** Error of an expression without a value, because of a missing field or operands of the wrong type. */
export class NoValue extends Error {}

/**
 * Returns the value of an expression by the language's definition, for the expressions of generated cases. Throws
 * `NoValue` if it has none.
 */
export function evaluate(expression: Expression, environment: Environment): unknown {
  const valueOf = (inner: Expression): unknown => evaluate(inner, environment)
  switch (expression[0]) {
    case 'value':
      return expression[1]
    case 'name':
      return fieldOf(environment, expression[1])
    case 'field':
      return fieldOf(valueOf(expression[1]), expression[2])
    case 'index':
      return fieldOf(valueOf(expression[1]), valueOf(expression[2]))
    case 'optional': {
      const object = valueOf(expression[1])
      return hasField(object, expression[2]) ? fieldOf(object, expression[2]) : valueOf(expression[3])
    }
    case 'has':
      return hasField(valueOf(expression[1]), expression[2])
    case 'list':
      return (expression.slice(1) as Expression[]).map(valueOf)
    case 'not':
      return !booleanOf(valueOf(expression[1]))
    case 'if':
      return booleanOf(valueOf(expression[1])) ? valueOf(expression[2]) : valueOf(expression[3])
    case 'size':
      return sizeOf(valueOf(expression[1]))
    case '&&':
      return logicalResult(valueOf, expression[1], expression[2], false)
    case '||':
      return logicalResult(valueOf, expression[1], expression[2], true)
    case '==':
      return areEqual(valueOf(expression[1]), valueOf(expression[2]))
    case '!=':
      return !areEqual(valueOf(expression[1]), valueOf(expression[2]))
    case 'all':
    case 'exists':
      return quantifiedResult(expression, environment)
    default:
      return comparisonResult(expression[0], valueOf(expression[1]), valueOf(expression[2]))
  }
}

/**
 * Returns the result of `&&` or `||`. A deciding operand determines the result, even if the other operand has no value.
 */
function logicalResult(
  of: (inner: Expression) => unknown,
  left: Expression,
  right: Expression,
  decidingResult: boolean,
): boolean {
  let missingValue: NoValue | undefined
  for (const operand of [left, right]) {
    try {
      if (booleanOf(of(operand)) === decidingResult) return decidingResult
    } catch (thrown) {
      if (!(thrown instanceof NoValue)) throw thrown
      missingValue ??= thrown
    }
  }
  if (missingValue !== undefined) throw missingValue
  return !decidingResult
}

function quantifiedResult(
  [operator, list, name, predicate]: readonly ['all' | 'exists', Expression, string, Expression],
  environment: Environment,
): boolean {
  const elements = evaluate(list, environment)
  if (!Array.isArray(elements)) throw new NoValue(`${operator} of no list`)
  const decidingValue = operator === 'exists'
  let missingValue: NoValue | undefined
  for (const element of elements as unknown[]) {
    try {
      if (booleanOf(evaluate(predicate, { ...environment, [name]: element })) === decidingValue)
        return decidingValue
    } catch (thrown) {
      if (!(thrown instanceof NoValue)) throw thrown
      missingValue ??= thrown
    }
  }
  if (missingValue !== undefined) throw missingValue
  return !decidingValue
}

function comparisonResult(operator: string, left: unknown, right: unknown): unknown {
  if (operator === 'in') {
    if (Array.isArray(right)) return right.some((element) => areEqual(left, element))
    if (isObject(right)) return typeof left === 'string' && Object.hasOwn(right, left)
    throw new NoValue('in of no list')
  }
  if (operator === 'equivalent') {
    if (!Array.isArray(left) || !Array.isArray(right)) throw new NoValue('a set of no list')
    return isSubset(left, right) && isSubset(right, left)
  }
  if (operator === '<' || operator === '>=') {
    const isBefore = isLessThan(left, right)
    return operator === '<' ? isBefore : !isBefore
  }
  if (operator === '+' && Array.isArray(left) && Array.isArray(right)) return [...left, ...right]
  if (typeof left !== 'string' || typeof right !== 'string') throw new NoValue(`${operator} of no texts`)
  switch (operator) {
    case '+':
      return left + right
    case 'startsWith':
      return left.startsWith(right)
    case 'endsWith':
      return left.endsWith(right)
    default:
      return left.includes(right)
  }
}

function isSubset(subset: readonly unknown[], superset: readonly unknown[]): boolean {
  return subset.every((one) => superset.some((other) => areEqual(one, other)))
}

function isLessThan(left: unknown, right: unknown): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left < right
  if (typeof left === 'string' && typeof right === 'string') return left < right
  throw new NoValue('an order of different types')
}

function booleanOf(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new NoValue('no boolean')
  return value
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Array.from(value).length
  if (Array.isArray(value)) return value.length
  if (isObject(value)) return Object.keys(value).length
  throw new NoValue('size of something without')
}

function fieldOf(object: unknown, name: unknown): unknown {
  if (Array.isArray(object)) {
    if (typeof name === 'number' && name >= 0 && name < object.length) return object[name]
    throw new NoValue('no such element')
  }
  if (typeof name === 'string' && hasField(object, name)) return (object as Record<string, unknown>)[name]
  throw new NoValue(`no ${String(name)}`)
}

function hasField(object: unknown, name: string): boolean {
  if (!isObject(object)) throw new NoValue('a field of no object')
  return Object.hasOwn(object, name)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Reports whether two values are equal. Lists and objects are compared by their elements; values of different types are
 * unequal.
 */
function areEqual(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((element, at) => areEqual(element, right[at]))
  if (isObject(left) && isObject(right)) {
    const names = Object.keys(left)
    return (
      names.length === Object.keys(right).length &&
      names.every((name) => Object.hasOwn(right, name) && areEqual(left[name], right[name]))
    )
  }
  return left === right
}
