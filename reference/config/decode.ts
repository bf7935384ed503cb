import { durationMs } from '../flags/value-types.ts'
import type { FaultName } from '../quirks/names.ts'
import { fault, freedom, type QuirkList } from '../quirks/quirks.ts'
import type { Problems } from './problems.ts'

/**
 * Converts an untyped value into a typed value. Adds a problem and returns undefined for a wrong type. Null is treated
 * as a missing value.
 */
export interface Decoder<T> {
  (value: unknown, path: string, problems: Problems): T | undefined
  /** Fault that accepts an object without the field, if it is required. */
  readonly required?: string | undefined
  /** Fault that rejects an object without the field, if it is optional. */
  readonly optional?: string | undefined
  /**
   * Faults that violate the limits of the field and of its nested fields. Each key is the name of a fault; its value is
   * the path within the field and the violated limit.
   */
  readonly faults?: QuirkList
}

/** Result type of a decoder. */
export type Decoded<D> = D extends Decoder<infer T> ? T : never

type Shape = Readonly<Record<string, Decoder<unknown>>>
type ObjectOf<S extends Shape> = { readonly [K in keyof S]: Decoded<S[K]> | undefined }

/** Reports whether a value is a mapping. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reports whether a file sets a field: an empty string is the same as a missing field. */
export function isFilled<T>(value: T | undefined): value is T {
  return value !== undefined && value !== ''
}

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null

function typeProblem(path: string, message: string, problems: Problems): undefined {
  if (!fault('wrong-type-ignored')) problems.add(path, message)
  return undefined
}

/** Returns the decoder of a string. */
export function string(): Decoder<string> {
  return (value, path, problems) => {
    if (isAbsent(value) || typeof value === 'string') return value ?? undefined
    if (typeof value === 'number' && fault('number-for-string-accepted')) return String(value)
    return typeProblem(path, 'must be a string', problems)
  }
}

/** Returns the decoder of a boolean. */
export function boolean(): Decoder<boolean> {
  return (value, path, problems) => {
    if (isAbsent(value) || typeof value === 'boolean') return value ?? undefined
    if (typeof value === 'string' && fault('string-for-bool-accepted')) return value === 'true'
    return typeProblem(path, 'must be true or false', problems)
  }
}

/** Returns the decoder of a 32-bit integer. */
export function int32(): Decoder<number> {
  return (value, path, problems) => {
    if (isAbsent(value)) return undefined
    if (typeof value === 'number' && Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31)
      return value
    if (typeof value === 'string' && fault('string-for-number-accepted')) return Number(value)
    return typeProblem(path, 'must be a 32-bit whole number', problems)
  }
}

/** Returns the decoder of a finite number. */
export function float(): Decoder<number> {
  return (value, path, problems) => {
    if (isAbsent(value)) return undefined
    if (typeof value === 'number' && Number.isFinite(value)) return value
    if (typeof value === 'string' && fault('string-for-number-accepted')) return Number(value)
    return typeProblem(path, 'must be a number', problems)
  }
}

/** Duration in milliseconds that a fault uses in place of an invalid duration. */
const defaultDurationMs = 1_000

/** Returns the decoder of a duration such as `1m30s`, in milliseconds. */
export function duration(): Decoder<number> {
  return (value, path, problems) => {
    if (isAbsent(value)) return undefined
    const durationInMs = typeof value === 'string' ? durationMs(value) : undefined
    if (durationInMs !== undefined) return durationInMs
    const isText = typeof value === 'string'
    if (isText && fault('broken-duration-accepted')) return defaultDurationMs
    return typeProblem(path, 'must be a duration such as 30s', problems)
  }
}

/** Returns the decoder of a list whose elements have one type. */
export function list<T>(element: Decoder<T>): Decoder<readonly T[]> {
  const decode: Decoder<readonly T[]> = (value, path, problems) => {
    if (isAbsent(value)) return undefined
    const elements = Array.isArray(value) ? value : undefined
    if (elements === undefined && fault('scalar-for-list-accepted')) {
      const singleElement = element(value, path, problems)
      return singleElement === undefined ? undefined : [singleElement]
    }
    if (elements === undefined) return typeProblem(path, 'must be a list', problems)
    return elements.flatMap((item: unknown, index) => {
      const decodedElement = element(item ?? {}, `${path}[${index}]`, problems)
      return decodedElement === undefined ? [] : [decodedElement]
    })
  }
  return Object.assign(decode, { faults: element.faults ?? {} })
}

/** Returns the decoder of a mapping that keeps it unchanged, for embedded objects of other kinds. */
export function rawMapping(): Decoder<Readonly<Record<string, unknown>>> {
  return (value, path, problems) => {
    if (isAbsent(value) || isMapping(value)) return value ?? undefined
    return typeProblem(path, 'must be an object', problems)
  }
}

/** Returns the decoder of an object with exactly these fields, each of which may be omitted. */
export function object<S extends Shape>(shape: S): Decoder<ObjectOf<S>> {
  const decode: Decoder<ObjectOf<S>> = (value, path, problems) => {
    if (isAbsent(value)) return undefined
    if (!isMapping(value)) return typeProblem(path, 'must be an object', problems)
    const decodedFields: Record<string, unknown> = {}
    const pathOf = (key: string): string => (path === '' ? key : `${path}.${key}`)
    for (const [key, member] of Object.entries(value)) {
      const name = fieldName(key, shape)
      const decodeMember = name === undefined ? undefined : shape[name]
      if (name !== undefined && decodeMember !== undefined)
        decodedFields[name] = decodeMember(member, pathOf(key), problems)
      else if (!freedom('unknown-fields-ignored')) problems.add(pathOf(key), 'unknown field')
    }
    for (const [name, { required, optional }] of Object.entries(shape)) {
      if (isFilled(decodedFields[name])) continue
      if (required !== undefined) problems.require(false, pathOf(name), 'required', required as FaultName)
      if (optional !== undefined) problems.forbid(true, pathOf(name), optional as FaultName)
    }
    return decodedFields as ObjectOf<S>
  }
  return Object.assign(decode, { faults: faultsOf(shape) })
}

/** Returns the faults that violate limits of the fields, each with the path of its field and the violated limit. */
export function faultsOf(shape: Shape): QuirkList {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, { faults = {} }]) =>
      Object.entries(faults).map(([fault, says]) => [
        fault,
        says.startsWith(':') ? name + says : `${name}.${says}`,
      ]),
    ),
  )
}

function fieldName(key: string, shape: Shape): string | undefined {
  if (Object.hasOwn(shape, key)) return key
  const similarName = Object.keys(shape).find((name) => name.toLowerCase() === key.toLowerCase())
  return similarName !== undefined && freedom('field-name-case-ignored') ? similarName : undefined
}
