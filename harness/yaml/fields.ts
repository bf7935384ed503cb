import * as v from 'valibot'
import { nearest } from '../nearest.ts'

/**
 * Returns the schema of an object with exactly these fields; the error about an unknown field suggests the nearest
 * field.
 */
export function fields<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.strictObject(entries, ({ expected, received, input }) => {
    if (expected === 'never')
      return `has no field ${String(input)}. ${suggestion(String(input), Object.keys(entries))}`
    if (received === 'undefined') return `needs the field ${expected?.replaceAll('"', '')}.`
    return `should be an object, not ${received}.`
  })
}

/** Returns the schema of a value that is one of the given words. */
export function wordOf<const Words extends readonly string[]>(words: Words) {
  return v.picklist(words, ({ received, input }) => wordProblem(received, input, words))
}

/** Returns the message about an invalid word, with the nearest valid word or all valid words. */
export function wordProblem(received: string, input: unknown, words: readonly string[]): string {
  const text = typeof input === 'object' && input !== null ? 'is missing' : `is ${received}`
  return `${text}. ${suggestion(String(input), words)}`
}

function suggestion(word: string, valid: readonly string[]): string {
  const closestWord = nearest(word, valid)
  return closestWord === undefined ? `Valid: ${valid.join(', ')}.` : `Did you mean ${closestWord}?`
}

/** A non-empty text. */
export const filledText = v.pipe(v.string(), v.minLength(1, 'must not be empty.'))
