import type { FlagValue, Flags } from '../../flag-values.ts'
import type { HandOver, ReadBack } from '../dialect.ts'
import { isWithin, type MinorVersion } from '../version-range.ts'

const signingPointer = '/CSRSigningController'
const volumesPointer = '/PersistentVolumeBinderController/VolumeConfiguration'
const recyclerPointer = `${volumesPointer}/PersistentVolumeRecyclerConfiguration`
const migrationPointer = '/Generic/LeaderMigration'

/** Flags by the JSON pointers of the leaves that they set, from the help of version 1.34. */
const flagByPointer: Readonly<Record<string, `--${string}`>> = {
  '/Generic/Port': '--secure-port',
  '/Generic/Address': '--bind-address',
  '/Generic/MinResyncPeriod': '--min-resync-period',
  '/Generic/ControllerStartInterval': '--controller-start-interval',
  '/Generic/Controllers': '--controllers',
  '/Generic/LeaderMigrationEnabled': '--enable-leader-migration',
  '/Generic/ClientConnection/orchconfig': '--kubeconfig',
  '/Generic/ClientConnection/contentType': '--kube-api-content-type',
  '/Generic/ClientConnection/qps': '--kube-api-qps',
  '/Generic/ClientConnection/burst': '--kube-api-burst',
  '/Generic/Debugging/enableProfiling': '--profiling',
  '/Generic/Debugging/enableContentionProfiling': '--contention-profiling',
  '/Generic/LeaderElection/leaderElect': '--leader-elect',
  '/Generic/LeaderElection/leaseDuration': '--leader-elect-lease-duration',
  '/Generic/LeaderElection/renewDeadline': '--leader-elect-renew-deadline',
  '/Generic/LeaderElection/retryPeriod': '--leader-elect-retry-period',
  '/Generic/LeaderElection/resourceLock': '--leader-elect-resource-lock',
  '/Generic/LeaderElection/resourceName': '--leader-elect-resource-name',
  '/Generic/LeaderElection/resourceNamespace': '--leader-elect-resource-namespace',
  '/OrchCloudShared/CloudProvider/Name': '--cloud-provider',
  '/OrchCloudShared/CloudProvider/CloudConfigFile': '--cloud-config',
  '/OrchCloudShared/ExternalCloudVolumePlugin': '--external-cloud-volume-plugin',
  '/OrchCloudShared/UseServiceAccountCredentials': '--use-service-account-credentials',
  '/OrchCloudShared/AllowUntaggedCloud': '--allow-untagged-cloud',
  '/OrchCloudShared/RouteReconciliationPeriod': '--route-reconciliation-period',
  '/OrchCloudShared/NodeMonitorPeriod': '--node-monitor-period',
  '/OrchCloudShared/ClusterName': '--cluster-name',
  '/OrchCloudShared/ClusterCIDR': '--cluster-cidr',
  '/OrchCloudShared/AllocateNodeCIDRs': '--allocate-node-cidrs',
  '/OrchCloudShared/CIDRAllocatorType': '--cidr-allocator-type',
  '/OrchCloudShared/ConfigureCloudRoutes': '--configure-cloud-routes',
  '/OrchCloudShared/NodeSyncPeriod': '--node-sync-period',
  '/ServiceController/ConcurrentServiceSyncs': '--concurrent-service-syncs',
  '/NodeController/ConcurrentNodeSyncs': '--concurrent-node-syncs',
  '/NodeStatusUpdateFrequency': '--node-status-update-frequency',
  '/Webhook/Webhooks': '--webhooks',
  '/AttachDetachController/DisableAttachDetachReconcilerSync': '--disable-attach-detach-reconcile-sync',
  '/AttachDetachController/ReconcilerSyncLoopPeriod': '--attach-detach-reconcile-sync-period',
  '/AttachDetachController/disableForceDetachOnTimeout': '--disable-force-detach-on-timeout',
  [`${signingPointer}/ClusterSigningCertFile`]: '--cluster-signing-cert-file',
  [`${signingPointer}/ClusterSigningKeyFile`]: '--cluster-signing-key-file',
  [`${signingPointer}/KubeletServingSignerConfiguration/CertFile`]:
    '--cluster-signing-kubelet-serving-cert-file',
  [`${signingPointer}/KubeletServingSignerConfiguration/KeyFile`]:
    '--cluster-signing-kubelet-serving-key-file',
  [`${signingPointer}/KubeletClientSignerConfiguration/CertFile`]:
    '--cluster-signing-kubelet-client-cert-file',
  [`${signingPointer}/KubeletClientSignerConfiguration/KeyFile`]: '--cluster-signing-kubelet-client-key-file',
  [`${signingPointer}/KubeAPIServerClientSignerConfiguration/CertFile`]:
    '--cluster-signing-kube-apiserver-client-cert-file',
  [`${signingPointer}/KubeAPIServerClientSignerConfiguration/KeyFile`]:
    '--cluster-signing-kube-apiserver-client-key-file',
  [`${signingPointer}/LegacyUnknownSignerConfiguration/CertFile`]:
    '--cluster-signing-legacy-unknown-cert-file',
  [`${signingPointer}/LegacyUnknownSignerConfiguration/KeyFile`]: '--cluster-signing-legacy-unknown-key-file',
  [`${signingPointer}/ClusterSigningDuration`]: '--cluster-signing-duration',
  '/CronJobController/ConcurrentCronJobSyncs': '--concurrent-cron-job-syncs',
  '/DaemonSetController/ConcurrentDaemonSetSyncs': '--concurrent-daemonset-syncs',
  '/DeploymentController/ConcurrentDeploymentSyncs': '--concurrent-deployment-syncs',
  '/StatefulSetController/ConcurrentStatefulSetSyncs': '--concurrent-statefulset-syncs',
  '/EndpointController/ConcurrentEndpointSyncs': '--concurrent-endpoint-syncs',
  '/EndpointController/EndpointUpdatesBatchPeriod': '--endpoint-updates-batch-period',
  '/EndpointSliceController/ConcurrentServiceEndpointSyncs': '--concurrent-service-endpoint-syncs',
  '/EndpointSliceController/MaxEndpointsPerSlice': '--max-endpoints-per-slice',
  '/EndpointSliceController/EndpointUpdatesBatchPeriod': '--endpointslice-updates-batch-period',
  '/EndpointSliceMirroringController/MirroringConcurrentServiceEndpointSyncs':
    '--mirroring-concurrent-service-endpoint-syncs',
  '/EndpointSliceMirroringController/MirroringMaxEndpointsPerSubset': '--mirroring-max-endpoints-per-subset',
  '/EndpointSliceMirroringController/MirroringEndpointUpdatesBatchPeriod':
    '--mirroring-endpointslice-updates-batch-period',
  '/EphemeralVolumeController/ConcurrentEphemeralVolumeSyncs': '--concurrent-ephemeralvolume-syncs',
  '/GarbageCollectorController/EnableGarbageCollector': '--enable-garbage-collector',
  '/GarbageCollectorController/ConcurrentGCSyncs': '--concurrent-gc-syncs',
  '/HPAController/ConcurrentHorizontalPodAutoscalerSyncs': '--concurrent-horizontal-pod-autoscaler-syncs',
  '/HPAController/HorizontalPodAutoscalerSyncPeriod': '--horizontal-pod-autoscaler-sync-period',
  '/HPAController/HorizontalPodAutoscalerDownscaleStabilizationWindow':
    '--horizontal-pod-autoscaler-downscale-stabilization',
  '/HPAController/HorizontalPodAutoscalerTolerance': '--horizontal-pod-autoscaler-tolerance',
  '/HPAController/HorizontalPodAutoscalerCPUInitializationPeriod':
    '--horizontal-pod-autoscaler-cpu-initialization-period',
  '/HPAController/HorizontalPodAutoscalerInitialReadinessDelay':
    '--horizontal-pod-autoscaler-initial-readiness-delay',
  '/JobController/ConcurrentJobSyncs': '--concurrent-job-syncs',
  '/LegacySATokenCleaner/CleanUpPeriod': '--legacy-service-account-token-clean-up-period',
  '/NamespaceController/NamespaceSyncPeriod': '--namespace-sync-period',
  '/NamespaceController/ConcurrentNamespaceSyncs': '--concurrent-namespace-syncs',
  '/NodeIPAMController/NodeCIDRMaskSize': '--node-cidr-mask-size',
  '/NodeIPAMController/NodeCIDRMaskSizeIPv4': '--node-cidr-mask-size-ipv4',
  '/NodeIPAMController/NodeCIDRMaskSizeIPv6': '--node-cidr-mask-size-ipv6',
  '/NodeLifecycleController/NodeEvictionRate': '--node-eviction-rate',
  '/NodeLifecycleController/SecondaryNodeEvictionRate': '--secondary-node-eviction-rate',
  '/NodeLifecycleController/NodeStartupGracePeriod': '--node-startup-grace-period',
  '/NodeLifecycleController/NodeMonitorGracePeriod': '--node-monitor-grace-period',
  '/NodeLifecycleController/LargeClusterSizeThreshold': '--large-cluster-size-threshold',
  '/NodeLifecycleController/UnhealthyZoneThreshold': '--unhealthy-zone-threshold',
  '/PersistentVolumeBinderController/PVClaimBinderSyncPeriod': '--pvclaimbinder-sync-period',
  [`${volumesPointer}/EnableHostPathProvisioning`]: '--enable-hostpath-provisioner',
  [`${volumesPointer}/EnableDynamicProvisioning`]: '--enable-dynamic-provisioning',
  [`${volumesPointer}/FlexVolumePluginDir`]: '--flex-volume-plugin-dir',
  [`${recyclerPointer}/MinimumTimeoutNFS`]: '--pv-recycler-minimum-timeout-nfs',
  [`${recyclerPointer}/PodTemplateFilePathNFS`]: '--pv-recycler-pod-template-filepath-nfs',
  [`${recyclerPointer}/IncrementTimeoutNFS`]: '--pv-recycler-increment-timeout-nfs',
  [`${recyclerPointer}/PodTemplateFilePathHostPath`]: '--pv-recycler-pod-template-filepath-hostpath',
  [`${recyclerPointer}/MinimumTimeoutHostPath`]: '--pv-recycler-minimum-timeout-hostpath',
  [`${recyclerPointer}/IncrementTimeoutHostPath`]: '--pv-recycler-timeout-increment-hostpath',
  '/PodGCController/TerminatedPodGCThreshold': '--terminated-pod-gc-threshold',
  '/ReplicaSetController/ConcurrentRSSyncs': '--concurrent-replicaset-syncs',
  '/ReplicationController/ConcurrentRCSyncs': '--concurrent-rc-syncs',
  '/ResourceQuotaController/ResourceQuotaSyncPeriod': '--resource-quota-sync-period',
  '/ResourceQuotaController/ConcurrentResourceQuotaSyncs': '--concurrent-resource-quota-syncs',
  '/SAController/ServiceAccountKeyFile': '--service-account-private-key-file',
  '/SAController/ConcurrentSATokenSyncs': '--concurrent-serviceaccount-token-syncs',
  '/SAController/RootCAFile': '--root-ca-file',
  '/TTLAfterFinishedController/ConcurrentTTLSyncs': '--concurrent-ttl-after-finished-syncs',
  '/ValidatingAdmissionPolicyStatusController/ConcurrentPolicySyncs':
    '--concurrent-validating-admission-policy-status-syncs',
}

const serviceRangePointer = '/NodeIPAMController/ServiceCIDR'
const secondServiceRangePointer = '/NodeIPAMController/SecondaryServiceCIDR'

/** The controller managers of Kubernetes take flags, since they read no file of their two large kinds. */
export const managerHandOver: HandOver = {
  as: 'flags',
  flagsOf: (pointer, value, valueAt) => {
    if (pointer.startsWith(`${migrationPointer}/`)) return migrationFlag(pointer, valueAt)
    if (pointer === serviceRangePointer)
      return { '--service-cluster-ip-range': joinRanges(value, valueAt(secondServiceRangePointer)) }
    if (pointer === secondServiceRangePointer)
      return { '--service-cluster-ip-range': joinRanges(valueAt(serviceRangePointer), value) }
    // An empty block needs no flag.
    if (pointer === '/DeprecatedController') return {}
    const flag = flagByPointer[pointer]
    return flag === undefined ? undefined : { [flag]: flagValue(value) }
  },
}

function flagValue(value: unknown): FlagValue {
  return Array.isArray(value) ? value.join(',') : (value as FlagValue)
}

function joinRanges(first: unknown, second: unknown): string {
  return [first, second].filter((range) => range !== undefined && range !== '').join(',')
}

/**
 * Returns the flags of a migration. Its settings are a separate file given by a flag, which is read only if migration
 * is on.
 */
function migrationFlag(pointer: string, valueAt: (pointer: string) => unknown): Flags {
  if (pointer !== `${migrationPointer}/leaderName` || valueAt('/Generic/LeaderMigrationEnabled') !== true)
    return {}
  const content = {
    apiVersion: 'controllermanager.config.orch.io/v1alpha1',
    kind: 'LeaderMigrationConfiguration',
    leaderName: valueAt(`${migrationPointer}/leaderName`),
    resourceLock: valueAt(`${migrationPointer}/resourceLock`),
    controllerLeaders: valueAt(`${migrationPointer}/controllerLeaders`),
  }
  return { '--leader-migration-config': { file: 'leader-migration.yaml', content } }
}

// The served configuration contains neither the port nor the address, and one field no longer exists.
const unreportedPointers = new Set([
  '/Generic/Port',
  '/Generic/Address',
  '/NodeLifecycleController/PodEvictionTimeout',
])

const renamedFlags: Readonly<Record<string, string>> = {
  OrchCloudShared: 'KubeCloudShared',
  orchconfig: 'Kubeconfig',
  qps: 'QPS',
}

/**
 * Returns the endpoint where a controller manager of Kubernetes shows its configuration.
 * @param version determines the spelling: since 1.36 that of files, before that of Go structures
 */
export function managerReadBack(root: string, version?: MinorVersion): ReadBack {
  const usesFileSpelling = version !== undefined && isWithin(version, { from: '1.36' })
  const spellStep = (name: string): string => {
    if (usesFileSpelling) return name.replace('Orch', 'Kube').replace('orch', 'kube')
    return renamedFlags[name] ?? name.charAt(0).toUpperCase() + name.slice(1)
  }
  return {
    path: '/configz',
    pointerOf: (pointer) =>
      unreportedPointers.has(pointer)
        ? undefined
        : ['', root, ...pointer.split('/').slice(1).map(spellStep)].join('/'),
  }
}
