import { countedResources, type QuotaCase } from './model.ts'
import { usageAfter } from './oracle.ts'

/** Returns the changes of the usage in a case, by resource. */
export function coverageOf(testCase: QuotaCase): readonly string[] {
  return testCase.rounds.flatMap((actions, index) => {
    const [from, to] = [usageAfter(testCase, index), usageAfter(testCase, index + 1)]
    const countChanges = countedResources.flatMap((resource) =>
      from[resource] === to[resource] ? [] : [`${resource}: ${from[resource]} to ${to[resource]}`],
    )
    const hasWrongUsage = actions.some((action) => 'wrong' in action)
    return [...countChanges, ...(hasWrongUsage ? [index === 0 ? 'wrong at first' : 'wrong later'] : [])]
  })
}

/** Parts of the coverage, each of which at least one drawn case must have. */
export const coverable: readonly string[] = [
  ...countedResources.flatMap((resource) => [
    `${resource}: 0 to 1`,
    `${resource}: 1 to 2`,
    `${resource}: 1 to 0`,
  ]),
  'wrong at first',
  'wrong later',
]
