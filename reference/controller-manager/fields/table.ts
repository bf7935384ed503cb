import { sharedCloudFields } from '../../manager/fields/cloud.ts'
import { genericFields } from '../../manager/fields/generic.ts'
import { clusterFields } from './cluster.ts'
import { networkFields } from './network.ts'
import { volumeFields } from './volumes.ts'
import { workloadFields } from './workloads.ts'

/** All fields of OrchControllerManagerConfiguration that have a value. */
export const controllerManagerFields = [
  ...genericFields,
  ...sharedCloudFields,
  ...workloadFields,
  ...clusterFields,
  ...networkFields,
  ...volumeFields,
] as const
