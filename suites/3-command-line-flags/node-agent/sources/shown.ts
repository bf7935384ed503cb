import { spell } from '#harness/dialect/spell.ts'
import { targetDialect } from '../../../shared/dialect.ts'
import { type Places, placed } from './places.ts'
import type { SourcedValue } from './sourced.ts'

/** What stands at a place of an object (RFC 6901). */
export function at(value: unknown, pointer: string): unknown {
  let found = value
  for (const name of pointer.split('/').slice(1))
    found = typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[name] : undefined
  return found
}

/** What the program shows and what it should show, for a comparison; what is nothing need not be shown. */
export function compared(
  documented: SourcedValue,
  { shown, places }: { readonly shown: unknown; readonly places: Places },
): { readonly got: unknown; readonly wanted: unknown } {
  const wanted = spell(targetDialect(), placed(documented, places))
  const absent = shown === undefined || shown === null
  return { wanted, got: absent && isNothing(wanted) ? wanted : shown }
}

/** Whether a value is what its type has where nobody says anything. */
export function isNothing(value: unknown): boolean {
  return value === '' || value === 0 || value === false || JSON.stringify(value) === '{}'
}
