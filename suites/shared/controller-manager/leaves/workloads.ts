import { blockOf, type Leaf } from './leaf.ts'

const section = 'Per-controller blocks'
const block = (name: string) => blockOf(section, name, `${name}.`)
const autoscaler = block('HPAController')
const syncs = (name: string, field: string, usual: number, others: readonly [number, number]): Leaf =>
  block(name)(field, 'int32', usual, others)

/** The leaves of the controllers that create and scale pods, and of those that clean up after them. */
export const workloadLeaves: readonly Leaf[] = [
  syncs('CronJobController', 'ConcurrentCronJobSyncs', 5, [11, 61]),
  syncs('DaemonSetController', 'ConcurrentDaemonSetSyncs', 2, [12, 62]),
  syncs('DeploymentController', 'ConcurrentDeploymentSyncs', 5, [13, 63]),
  syncs('StatefulSetController', 'ConcurrentStatefulSetSyncs', 5, [14, 64]),
  syncs('HPAController', 'ConcurrentHorizontalPodAutoscalerSyncs', 5, [15, 65]),
  autoscaler('HorizontalPodAutoscalerSyncPeriod', 'duration', '15s', ['61s', '62.5s']),
  autoscaler('HorizontalPodAutoscalerDownscaleStabilizationWindow', 'duration', '5m0s', ['63s', '64.5s']),
  autoscaler('HorizontalPodAutoscalerTolerance', 'float64', 0.1, [0.125, 0.123456789], { unit: 'share' }),
  autoscaler('HorizontalPodAutoscalerCPUInitializationPeriod', 'duration', '5m0s', ['65s', '66.5s']),
  autoscaler('HorizontalPodAutoscalerInitialReadinessDelay', 'duration', '30s', ['67s', '68.5s']),
  syncs('JobController', 'ConcurrentJobSyncs', 5, [16, 66]),
  syncs('PodGCController', 'TerminatedPodGCThreshold', 12_500, [117, 0]),
  syncs('ReplicaSetController', 'ConcurrentRSSyncs', 5, [18, 68]),
  syncs('ReplicationController', 'ConcurrentRCSyncs', 5, [19, 69]),
  syncs('TTLAfterFinishedController', 'ConcurrentTTLSyncs', 5, [20, 70]),
  block('ValidatingAdmissionPolicyStatusController')('ConcurrentPolicySyncs', 'int32', 5, [21, 71], {
    default: 5,
  }),
]
