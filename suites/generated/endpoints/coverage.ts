import { type EndpointsCase, podStates } from './model.ts'

/** Returns the coverage of a case: the transitions of its pods, and rounds with several changes of one pod. */
export function coverageOf({ rounds }: EndpointsCase): readonly string[] {
  const states = new Map<number, string>()
  return rounds.flatMap((actions) => {
    const pods = actions.map(({ pod }) => pod)
    const changeTexts = actions.map(({ pod, state, replaces }) => {
      const previousState = states.get(pod) ?? 'absent'
      states.set(pod, state)
      const isReplaced = replaces && previousState !== 'absent' && state !== 'absent'
      return isReplaced ? 'a pod is replaced' : `${previousState} to ${state}`
    })
    return new Set(pods).size < pods.length
      ? [...changeTexts, 'two changes of a pod in a round']
      : changeTexts
  })
}

/** Parts of the coverage, each of which at least one drawn case must have. */
export const coverable: readonly string[] = [
  ...podStates.flatMap((before) => podStates.map((after) => `${before} to ${after}`)),
  'a pod is replaced',
  'two changes of a pod in a round',
]
