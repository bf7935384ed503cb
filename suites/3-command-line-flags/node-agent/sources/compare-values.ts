import { inDialectForm } from '#kit/launch.ts'
import { targetDialect } from '../../../shared/dialect.ts'
import { type SourceLocations, withLocations } from './places.ts'
import type { SourcedValue } from './sourced-flag.ts'

/** Returns the value at a JSON pointer of an object (RFC 6901). */
export function valueAt(value: unknown, pointer: string): unknown {
  let foundValue = value
  for (const name of pointer.split('/').slice(1))
    foundValue =
      typeof foundValue === 'object' && foundValue !== null
        ? (foundValue as Record<string, unknown>)[name]
        : undefined
  return foundValue
}

/** Returns the actual and the expected value for a comparison. An empty value may be absent. */
export function compareValues(
  documented: SourcedValue,
  { shown, places }: { readonly shown: unknown; readonly places: SourceLocations },
): { readonly got: unknown; readonly wanted: unknown } {
  const expectedValue = inDialectForm(targetDialect(), withLocations(documented, places))
  const isAbsent = shown === undefined || shown === null
  return { wanted: expectedValue, got: isAbsent && isZeroValue(expectedValue) ? expectedValue : shown }
}

/** Reports whether a value is the zero value of its type. */
export function isZeroValue(value: unknown): boolean {
  return value === '' || value === 0 || value === false || JSON.stringify(value) === '{}'
}
