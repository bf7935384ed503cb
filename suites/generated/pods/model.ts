/** Sources of pods that a node agent reads again. */
export const sources = ['file', 'url'] as const
export type PodSource = (typeof sources)[number]

/** Pods of each source. */
export const podNames = ['a', 'b'] as const
export type PodName = (typeof podNames)[number]

/** Action that sets the version of a pod in a source, or removes the pod. */
export interface PodAction {
  readonly source: PodSource
  readonly pod: PodName
  /** Version of the image; 0 removes the pod. */
  readonly version: 0 | 1 | 2
}

/** Actions without waits between them. */
export interface PodRound {
  /** True if the node agent restarts before the actions. */
  readonly restarts: boolean
  readonly actions: readonly PodAction[]
}

/** A sequence of actions, with a wait for the node agent after each round. */
export interface PodsCase {
  readonly rounds: readonly PodRound[]
}
