import type { QuirkList } from '../quirks/arguments.ts'
import { type Decoder, given } from './decode.ts'

/** What some values come to, in words behind "must" or "refuses", and which they are. */
type Case<T> = readonly [words: string, is: (value: T) => boolean]

/** What a field is held to besides its type, each with the fault of the reference that breaks it. */
export interface Limits<T> {
  /** The fault that accepts a file without the field, or with an empty text in it. */
  readonly required?: string
  /** The fault that refuses a file without it, where it may be left out. */
  readonly optional?: string
  /** What holds for each of its values, by the fault that does not check it. */
  readonly must?: Readonly<Record<string, Case<T>>>
  /** Values that are legal, by the fault that refuses them. */
  readonly refuses?: Readonly<Record<string, Case<T>>>
}

/** A field with limits; each is judged where its value is read. */
export function field<T>(
  type: Decoder<T>,
  { required, optional, must = {}, refuses = {} }: Limits<T>,
): Decoder<T> {
  const decode: Decoder<T> = (value, path, context) => {
    const decoded = type(value, path, context)
    if (!given(decoded)) return decoded
    const { problems } = context
    for (const [fault, [words, holds]] of Object.entries(must))
      problems.require(holds(decoded), path, `must ${words}`, fault)
    for (const [fault, [, isLegal]] of Object.entries(refuses)) problems.forbid(isLegal(decoded), path, fault)
    return decoded
  }
  const faults = {
    ...type.faults,
    ...(required !== undefined && { [required]: ': may be left out' }),
    ...(optional !== undefined && { [optional]: ': must be there' }),
    ...worded(must, 'is not checked to'),
    ...worded(refuses, 'refuses'),
  }
  return Object.assign(decode, { required, optional, faults })
}

function worded(cases: Readonly<Record<string, Case<never>>>, before: string): QuirkList {
  return Object.fromEntries(Object.entries(cases).map(([fault, [words]]) => [fault, `: ${before} ${words}`]))
}

/** Holds for a list that is not empty. */
export const notEmpty: Case<readonly unknown[]> = ['have an entry', ({ length }) => length > 0]

/** A list without an entry. */
export const noEntry: Case<readonly unknown[]> = ['no entry', ({ length }) => length === 0]

/** A list of more than one entry. */
export const twoEntries: Case<readonly unknown[]> = ['a second entry', ({ length }) => length > 1]

/** Holds for one of some texts. */
export function oneOf(...legal: readonly string[]): Case<string> {
  return [`be one of ${legal.join(', ')}`, (text) => legal.includes(text)]
}

/** One value. */
export function only(value: string | number): Case<string | number> {
  return [String(value), (one) => one === value]
}
