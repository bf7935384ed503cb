import type { QuirkList } from '../quirks/quirks.ts'
import type { FaultName } from '../quirks/names.ts'
import { type Decoder, isFilled } from './decode.ts'

/** Condition of a value: the words that follow "must" or "refuses" in a message, and a predicate. */
type Case<T> = readonly [words: string, is: (value: T) => boolean]

/** Limits of a field in addition to its type, each with the fault that violates it. */
export interface Limits<T> {
  /** Fault that accepts a file without the field, or with an empty string in it. */
  readonly required?: string
  /** Fault that rejects a file without the field, if it is optional. */
  readonly optional?: string
  /** Conditions that every value must satisfy, by the fault that does not check them. */
  readonly must?: Readonly<Record<string, Case<T>>>
  /** Legal values, by the fault that rejects them. */
  readonly refuses?: Readonly<Record<string, Case<T>>>
}

/** Returns a field with limits, which are checked when its value is read. */
export function field<T>(
  type: Decoder<T>,
  { required, optional, must = {}, refuses = {} }: Limits<T>,
): Decoder<T> {
  const decode: Decoder<T> = (value, path, problems) => {
    const decodedValue = type(value, path, problems)
    if (!isFilled(decodedValue)) return decodedValue
    for (const [fault, [requirement, isMet]] of Object.entries(must))
      problems.require(isMet(decodedValue), path, `must ${requirement}`, fault as FaultName)
    for (const [fault, [, isLegal]] of Object.entries(refuses))
      problems.forbid(isLegal(decodedValue), path, fault as FaultName)
    return decodedValue
  }
  const faults = {
    ...type.faults,
    ...(required !== undefined && { [required]: ': may be left out' }),
    ...(optional !== undefined && { [optional]: ': must be there' }),
    ...describeFaults(must, 'is not checked to'),
    ...describeFaults(refuses, 'refuses'),
  }
  return Object.assign(decode, { required, optional, faults })
}

function describeFaults(cases: Readonly<Record<string, Case<never>>>, verb: string): QuirkList {
  return Object.fromEntries(Object.entries(cases).map(([fault, [words]]) => [fault, `: ${verb} ${words}`]))
}

/** Condition that a list has an entry. */
export const notEmpty: Case<readonly unknown[]> = ['have an entry', ({ length }) => length > 0]

/** Condition that a list is empty. */
export const noEntry: Case<readonly unknown[]> = ['no entry', ({ length }) => length === 0]

/** Condition that a list has more than one entry. */
export const secondEntry: Case<readonly unknown[]> = ['a second entry', ({ length }) => length > 1]

/** Returns the condition that a string is one of the given values. */
export function oneOf(...legalValues: readonly string[]): Case<string> {
  return [`be one of ${legalValues.join(', ')}`, (text) => legalValues.includes(text)]
}

/** Returns the condition that a value equals the given value. */
export function mustEqual(value: string | number): Case<string | number> {
  return [String(value), (testedValue) => testedValue === value]
}
