import { inDialectForm } from '#kit/launch.ts'
import { targetDialect } from '../../../shared/dialect.ts'
import { type SourceLocations, withLocations } from './places.ts'
import type { SourcedValue } from './sourced-flag.ts'

/** Returns the value at a JSON pointer of an object (RFC 6901). */
export function at(value: unknown, pointer: string): unknown {
  let found = value
  for (const name of pointer.split('/').slice(1))
    found = typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[name] : undefined
  return found
}

/** Returns the actual and the expected value for a comparison. An empty value may be absent. */
export function compareValues(
  documented: SourcedValue,
  { shown, places }: { readonly shown: unknown; readonly places: SourceLocations },
): { readonly got: unknown; readonly wanted: unknown } {
  const wanted = inDialectForm(targetDialect(), withLocations(documented, places))
  const absent = shown === undefined || shown === null
  return { wanted, got: absent && isZeroValue(wanted) ? wanted : shown }
}

/** Reports whether a value is the zero value of its type. */
export function isZeroValue(value: unknown): boolean {
  return value === '' || value === 0 || value === false || JSON.stringify(value) === '{}'
}
