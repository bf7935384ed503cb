import type { FileCase } from './file-case.ts'

/** Returns the coverage of a case: valid, or the violated constraint. */
export function coverageOf({ broken }: FileCase): readonly string[] {
  return [broken === undefined ? 'legal' : `broken: ${broken.constraint}`]
}

/** Returns the coverage that cases with the constraints can reach. */
export function coverableOf(constraints: readonly string[]): readonly string[] {
  return ['legal', ...constraints.map((constraint) => `broken: ${constraint}`)]
}
