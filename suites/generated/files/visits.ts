import type { FileCase } from './file-case.ts'

/** What a case visits: whether it is legal, or the constraint that it breaks. */
export function visitsOf({ broken }: FileCase): readonly string[] {
  return [broken === undefined ? 'legal' : `broken: ${broken.constraint}`]
}

/** Everything that cases of some constraints can visit. */
export function visitableOf(constraints: readonly string[]): readonly string[] {
  return ['legal', ...constraints.map((constraint) => `broken: ${constraint}`)]
}
