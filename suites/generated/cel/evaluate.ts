import type { Expression } from './expression.ts'

/** Values by the names of variables. */
export type Environment = Readonly<Record<string, unknown>>

/** Thrown if an expression has no value: a missing field, or operands of the wrong type. */
export class NoValue extends Error {}

/**
 * Returns the value of an expression by the language's definition, for the expressions of generated cases. Throws
 * `NoValue` if it has none.
 */
export function evaluate(expression: Expression, environment: Environment): unknown {
  const of = (inner: Expression): unknown => evaluate(inner, environment)
  switch (expression[0]) {
    case 'value':
      return expression[1]
    case 'name':
      return fieldOf(environment, expression[1])
    case 'field':
      return fieldOf(of(expression[1]), expression[2])
    case 'index':
      return fieldOf(of(expression[1]), of(expression[2]))
    case 'optional': {
      const object = of(expression[1])
      return has(object, expression[2]) ? fieldOf(object, expression[2]) : of(expression[3])
    }
    case 'has':
      return has(of(expression[1]), expression[2])
    case 'list':
      return (expression.slice(1) as Expression[]).map(of)
    case 'not':
      return !truth(of(expression[1]))
    case 'if':
      return truth(of(expression[1])) ? of(expression[2]) : of(expression[3])
    case 'size':
      return sizeOf(of(expression[1]))
    case '&&':
      return joined(of, expression[1], expression[2], false)
    case '||':
      return joined(of, expression[1], expression[2], true)
    case '==':
      return equal(of(expression[1]), of(expression[2]))
    case '!=':
      return !equal(of(expression[1]), of(expression[2]))
    case 'all':
    case 'exists':
      return overList(expression, environment)
    default:
      return operated(expression[0], of(expression[1]), of(expression[2]))
  }
}

/** A value that decides an operator decides it on either side, even if the other side has no value. */
function joined(
  of: (inner: Expression) => unknown,
  left: Expression,
  right: Expression,
  deciding: boolean,
): boolean {
  let missing: NoValue | undefined
  for (const side of [left, right]) {
    try {
      if (truth(of(side)) === deciding) return deciding
    } catch (thrown) {
      if (!(thrown instanceof NoValue)) throw thrown
      missing ??= thrown
    }
  }
  if (missing !== undefined) throw missing
  return !deciding
}

function overList(
  [operator, list, name, predicate]: readonly ['all' | 'exists', Expression, string, Expression],
  environment: Environment,
): boolean {
  const elements = evaluate(list, environment)
  if (!Array.isArray(elements)) throw new NoValue(`${operator} of no list`)
  const deciding = operator === 'exists'
  let missing: NoValue | undefined
  for (const element of elements as unknown[]) {
    try {
      if (truth(evaluate(predicate, { ...environment, [name]: element })) === deciding) return deciding
    } catch (thrown) {
      if (!(thrown instanceof NoValue)) throw thrown
      missing ??= thrown
    }
  }
  if (missing !== undefined) throw missing
  return !deciding
}

function operated(operator: string, left: unknown, right: unknown): unknown {
  if (operator === 'in') {
    if (Array.isArray(right)) return right.some((element) => equal(left, element))
    if (isObject(right)) return typeof left === 'string' && Object.hasOwn(right, left)
    throw new NoValue('in of no list')
  }
  if (operator === 'equivalent') {
    if (!Array.isArray(left) || !Array.isArray(right)) throw new NoValue('a set of no list')
    return isWithin(left, right) && isWithin(right, left)
  }
  if (operator === '<' || operator === '>=') {
    const isLess = ordered(left, right)
    return operator === '<' ? isLess : !isLess
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

function isWithin(some: readonly unknown[], all: readonly unknown[]): boolean {
  return some.every((one) => all.some((other) => equal(one, other)))
}

function ordered(left: unknown, right: unknown): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left < right
  if (typeof left === 'string' && typeof right === 'string') return left < right
  throw new NoValue('an order of different types')
}

function truth(value: unknown): boolean {
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
  if (typeof name === 'string' && has(object, name)) return (object as Record<string, unknown>)[name]
  throw new NoValue(`no ${String(name)}`)
}

function has(object: unknown, name: string): boolean {
  if (!isObject(object)) throw new NoValue('a field of no object')
  return Object.hasOwn(object, name)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Values of different types are unequal; lists and objects are compared element by element. */
function equal(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((element, at) => equal(element, right[at]))
  if (isObject(left) && isObject(right)) {
    const names = Object.keys(left)
    return (
      names.length === Object.keys(right).length &&
      names.every((name) => Object.hasOwn(right, name) && equal(left[name], right[name]))
    )
  }
  return left === right
}
