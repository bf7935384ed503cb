import type { PodsCase } from './model.ts'
import { keyOf, versionsAfter, unchangedKeys } from './oracle.ts'

/** Returns the transitions of pods in a case: added, changed, removed, put back, unchanged, by source; and restarts. */
export function coverageOf(testCase: PodsCase): readonly string[] {
  const seenKeys = new Set<string>()
  return testCase.rounds.flatMap(({ restarts, actions }, index) => {
    const [from, to] = [versionsAfter(testCase, index), versionsAfter(testCase, index + 1)]
    const keys = [...new Set(actions.map(keyOf))]
    const transitions = keys.flatMap((key) => {
      const [source] = key.split('-')
      const [old, next] = [from[key], to[key]]
      if (old === undefined && next === undefined) return []
      const kind =
        old === undefined
          ? seenKeys.has(key)
            ? 'put back'
            : 'added'
          : next === undefined
            ? 'removed'
            : old === next
              ? 'rewritten'
              : 'changed'
      return [`${source}: ${kind}`]
    })
    for (const key of Object.keys(from)) seenKeys.add(key)
    return [
      ...transitions,
      ...(restarts ? ['restart'] : []),
      ...(unchangedKeys(testCase, index).length > 0 ? ['unchanged next to a change'] : []),
    ]
  })
}

/** Parts of the coverage, each of which at least one drawn case must have. */
export const coverable: readonly string[] = [
  ...['file', 'url'].flatMap((source) =>
    ['added', 'changed', 'rewritten', 'removed', 'put back'].map((kind) => `${source}: ${kind}`),
  ),
  'restart',
  'unchanged next to a change',
]
