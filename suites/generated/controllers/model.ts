/** Controllers with observed work, by their blocks. Some names resemble other names. */
export const workers = [
  'DeploymentController',
  'ReplicaSetController',
  'ReplicationController',
  'JobController',
  'CronJobController',
  'DaemonSetController',
  'StatefulSetController',
  'EndpointController',
  'EndpointSliceController',
  'EndpointSliceMirroringController',
] as const

/** Controller with observed work. */
export type Worker = (typeof workers)[number]

/** Controllers that are certainly enabled by default. The documents do not list them. */
export const enabledByDefault: readonly string[] = ['DeploymentController', 'ReplicaSetController']

/** An item of the list: a star, a controller by its block, or a controller after a minus. */
export type ListItem = '*' | Worker | `-${Worker}`

/** Controller settings of a manager. */
export interface ControllersCase {
  readonly list: readonly ListItem[]
}
