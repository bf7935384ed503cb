import type { QuirkList } from '../quirks/quirks.ts'
import type { FaultName } from '../quirks/names.ts'
import { type Decoder, given } from './decode.ts'

/** Condition of a value: its words after "must" or "refuses", and its predicate. */
type Case<T> = readonly [words: string, is: (value: T) => boolean]

/** Limits of a field in addition to its type, each with the fault of the reference that violates it. */
export interface Limits<T> {
  /** Fault that accepts a file without the field, or with an empty text in it. */
  readonly required?: string
  /** Fault that rejects a file without the field, if it is optional. */
  readonly optional?: string
  /** Conditions for all values, by the fault that does not check them. */
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
    const decoded = type(value, path, problems)
    if (!given(decoded)) return decoded
    for (const [fault, [words, holds]] of Object.entries(must))
      problems.require(holds(decoded), path, `must ${words}`, fault as FaultName)
    for (const [fault, [, isLegal]] of Object.entries(refuses))
      problems.forbid(isLegal(decoded), path, fault as FaultName)
    return decoded
  }
  const faults = {
    ...type.faults,
    ...(required !== undefined && { [required]: ': may be left out' }),
    ...(optional !== undefined && { [optional]: ': must be there' }),
    ...withWords(must, 'is not checked to'),
    ...withWords(refuses, 'refuses'),
  }
  return Object.assign(decode, { required, optional, faults })
}

function withWords(cases: Readonly<Record<string, Case<never>>>, before: string): QuirkList {
  return Object.fromEntries(Object.entries(cases).map(([fault, [words]]) => [fault, `: ${before} ${words}`]))
}

/** True for a list that is not empty. */
export const notEmpty: Case<readonly unknown[]> = ['have an entry', ({ length }) => length > 0]

/** True for an empty list. */
export const noEntry: Case<readonly unknown[]> = ['no entry', ({ length }) => length === 0]

/** True for a list of more than one entry. */
export const duplicateEntry: Case<readonly unknown[]> = ['a second entry', ({ length }) => length > 1]

/** Returns the condition that a text is one of some values. */
export function oneOf(...legal: readonly string[]): Case<string> {
  return [`be one of ${legal.join(', ')}`, (text) => legal.includes(text)]
}

/** Returns the condition of one value. */
export function only(value: string | number): Case<string | number> {
  return [String(value), (one) => one === value]
}
