/** Sources of pods that a node agent reads again. */
export const sources = ['file', 'url'] as const
export type PodSource = (typeof sources)[number]

/** Pods of each source. */
export const podNames = ['a', 'b'] as const
export type PodName = (typeof podNames)[number]

/** An action: a source gets a version of a pod, or none. */
export interface PodAction {
  readonly source: PodSource
  readonly pod: PodName
  /** The image. 0 is not a pod. */
  readonly version: 0 | 1 | 2
}

/** Actions that follow each other without a wait. */
export interface PodRound {
  /** True if the node agent restarts before the actions. */
  readonly restarts: boolean
  readonly actions: readonly PodAction[]
}

/** A sequence of actions, with a wait for the node agent after each round. */
export interface PodsCase {
  readonly rounds: readonly PodRound[]
}
