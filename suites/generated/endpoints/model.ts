/** States of a pod of a service. `elsewhere` has labels that the service does not select. */
export const podStates = ['ready', 'unready', 'elsewhere', 'absent'] as const
export type PodStateName = (typeof podStates)[number]

/** Pods of each service, by number. */
export const podNumbers = [1, 2, 3] as const

/** Action that gives a pod a state and one of two addresses. */
export interface EndpointAction {
  readonly pod: (typeof podNumbers)[number]
  readonly state: PodStateName
  readonly address: 0 | 1
  /** True if an existing pod is removed first. */
  readonly replaces: boolean
}

/** Rounds of actions on the pods of one service. The actions of a round are within the batch period. */
export interface EndpointsCase {
  readonly rounds: readonly (readonly EndpointAction[])[]
}
