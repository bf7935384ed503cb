import type { FileCase } from './file-case.ts'

/** Returns the coverage of a case: legal, or the constraint that it violates. */
export function coverageOf({ broken }: FileCase): readonly string[] {
  return [broken === undefined ? 'legal' : `broken: ${broken.constraint}`]
}

/** Returns the possible coverage of cases for some constraints. */
export function coverableOf(constraints: readonly string[]): readonly string[] {
  return ['legal', ...constraints.map((constraint) => `broken: ${constraint}`)]
}
