import type { PodAction, PodsCase } from './model.ts'

/** Versions by source and pod, such as `file-a`. A pod that a source does not have is missing. */
export type PodVersions = Readonly<Record<string, number>>

/** Returns the key of a pod. */
export function keyOf({ source, pod }: Pick<PodAction, 'source' | 'pod'>): string {
  return `${source}-${pod}`
}

/** Returns the versions of the containers that must run after a number of rounds, and no others. */
export function versionsAfter({ rounds }: PodsCase, count: number): PodVersions {
  const versions: Record<string, number> = {}
  for (const { actions } of rounds.slice(0, count))
    for (const action of actions) {
      if (action.version === 0) delete versions[keyOf(action)]
      else versions[keyOf(action)] = action.version
    }
  return versions
}

/** Returns the pods whose specification is the same before and after a round, and between its actions. */
export function unchangedKeys(testCase: PodsCase, index: number): readonly string[] {
  const [before, round] = [versionsAfter(testCase, index), testCase.rounds[index]]
  if (round === undefined || round.restarts) return []
  const changedKeys = new Set(
    round.actions.filter((action) => action.version !== before[keyOf(action)]).map(keyOf),
  )
  return Object.keys(before).filter((key) => !changedKeys.has(key))
}
