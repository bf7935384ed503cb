import { field, documentedField } from '../../manager/field.ts'

const secondMs = 1000
const minuteMs = 60_000

/** Fields of the controllers that create, scale and clean up pods. */
export const workloadFields = [
  field('/CronJobController/ConcurrentCronJobSyncs', 'int32', 5),
  field('/DaemonSetController/ConcurrentDaemonSetSyncs', 'int32', 2),
  field('/DeploymentController/ConcurrentDeploymentSyncs', 'int32', 5),
  field('/StatefulSetController/ConcurrentStatefulSetSyncs', 'int32', 5),
  field('/HPAController/ConcurrentHorizontalPodAutoscalerSyncs', 'int32', 5),
  field('/HPAController/HorizontalPodAutoscalerSyncPeriod', 'duration', 15 * secondMs),
  field('/HPAController/HorizontalPodAutoscalerDownscaleStabilizationWindow', 'duration', 5 * minuteMs),
  field('/HPAController/HorizontalPodAutoscalerTolerance', 'float', 0.1),
  field('/HPAController/HorizontalPodAutoscalerCPUInitializationPeriod', 'duration', 5 * minuteMs),
  field('/HPAController/HorizontalPodAutoscalerInitialReadinessDelay', 'duration', 30 * secondMs),
  field('/JobController/ConcurrentJobSyncs', 'int32', 5),
  field('/PodGCController/TerminatedPodGCThreshold', 'int32', 12_500),
  field('/ReplicaSetController/ConcurrentRSSyncs', 'int32', 5),
  field('/ReplicationController/ConcurrentRCSyncs', 'int32', 5),
  field('/TTLAfterFinishedController/ConcurrentTTLSyncs', 'int32', 5),
  documentedField('/ValidatingAdmissionPolicyStatusController/ConcurrentPolicySyncs', 'int32', 5),
] as const
