import { type AnonymousCase } from './model.ts'
import { isAdmitted, pathOf } from './oracle.ts'

/** Returns the coverage of a case: the number of conditions, and the relation of targets to the conditions. */
export function coverageOf(testCase: AnonymousCase): readonly string[] {
  const { enabled, conditions, targets } = testCase
  const conditionCount =
    conditions === undefined ? 'no conditions' : `${Math.min(conditions.length, 3)} conditions`
  return [
    enabled ? conditionCount : 'not enabled',
    ...targets.flatMap((target) => {
      const admission = isAdmitted(testCase, target)
      if (admission === true) return [target.includes('?') ? 'let in with a query' : 'let in']
      return admission === 'open'
        ? ['open']
        : ['kept out', ...similarConditions(conditions ?? [], pathOf(target))]
    }),
  ]
}

function similarConditions(conditions: readonly string[], path: string): readonly string[] {
  return [
    ...(conditions.some((one) => path.startsWith(`${one}/`)) ? ['kept out below a condition'] : []),
    ...(conditions.some((one) => one !== path && one.startsWith(path)) ? ['kept out above a condition'] : []),
    ...(conditions.some((one) => one.toUpperCase() === path) ? ['kept out in upper case'] : []),
  ]
}

/** Parts of the coverage, each of which at least one drawn case must have. */
export const coverable: readonly string[] = [
  'not enabled',
  'no conditions',
  ...[0, 1, 2, 3].map((count) => `${count} conditions`),
  'let in',
  'let in with a query',
  'open',
  'kept out',
  'kept out below a condition',
  'kept out above a condition',
  'kept out in upper case',
]
