/** Controllers whose work is looked at, by their blocks; the names of some begin or end as those of others. */
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

/** One of them. */
export type Worker = (typeof workers)[number]

/** Which controllers surely are enabled by default; the documents do not list them. */
export const byDefault: readonly string[] = ['DeploymentController', 'ReplicaSetController']

/** An item of the list: a star, a controller by its block, or one behind a minus. */
export type Item = '*' | Worker | `-${Worker}`

/** What a manager is told of its controllers. */
export interface ControllersCase {
  readonly list: readonly Item[]
}
