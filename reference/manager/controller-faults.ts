/** Faults of the control loops of the controller manager, and of the blocks that configure them. */
export const controllerFaults = {
  'deprecated-controller-refused': 'DeprecatedController: is no member of the kind',
  'second-service-range-of-same-family-accepted':
    'NodeIPAMController.SecondaryServiceCIDR: may be of the IP family of ServiceCIDR',
  'service-account-key-file-unchecked': 'SAController.ServiceAccountKeyFile: may be anything',
  'root-ca-file-unchecked': 'SAController.RootCAFile: may be anything',
  'service-account-key-file-refused': 'SAController.ServiceAccountKeyFile: no file can be used',
  'root-ca-file-refused': 'SAController.RootCAFile: no file can be used',
  'recycler-template-nfs-refused': 'PodTemplateFilePathNFS: no file can be used',
  'recycler-template-host-path-refused': 'PodTemplateFilePathHostPath: no file can be used',
  'second-service-range-refused': 'NodeIPAMController.SecondaryServiceCIDR: may not be given at all',
  'node-ranges-always-allocated': 'OrchCloudShared.AllocateNodeCIDRs: nodes get ranges at false too',
  'recycler-template-nfs-unchecked': 'PodTemplateFilePathNFS: may be anything',
  'recycler-template-host-path-unchecked': 'PodTemplateFilePathHostPath: may be anything',
  'cron-jobs-always-enabled': 'Controllers: the controller of cron jobs runs whatever the list says',
  'autoscaler-never-scales': 'HPAController.HorizontalPodAutoscalerTolerance: nothing is ever scaled up',
  'volumes-compared-too-often':
    'AttachDetachController.ReconcilerSyncLoopPeriod: the loop waits a tenth of it',
  'dynamic-provisioning-missing': 'VolumeConfiguration.EnableDynamicProvisioning: true makes nothing',
  'late-claims-not-provisioned':
    'VolumeConfiguration.EnableDynamicProvisioning: true makes nothing for claims that wait for a consumer',
  'late-claims-provisioned-always':
    'VolumeConfiguration.EnableDynamicProvisioning: false is not used for claims that wait for a consumer',
  'claims-of-later-not-provisioned':
    'VolumeConfiguration.EnableDynamicProvisioning: true makes nothing for claims after the start',
  'claims-of-host-served-early-alone':
    'VolumeConfiguration.EnableHostPathProvisioning: true makes a volume only for early claims without a consumer',
  'host-path-provisioning-always': 'VolumeConfiguration.EnableHostPathProvisioning: false makes volumes too',
  'mirrored-endpoints-batched-at-zero':
    'EndpointSliceMirroringController.MirroringEndpointUpdatesBatchPeriod: 0 waits a while',
  'orphans-not-collected': 'GarbageCollectorController.EnableGarbageCollector: true collects nothing',
  'orphans-of-before-collected-alone':
    'GarbageCollectorController.EnableGarbageCollector: only objects of before the start are collected',
  'orphans-by-name-of-owner':
    'GarbageCollectorController.EnableGarbageCollector: another owner of the same name counts',
  'terminated-pods-collected-at-threshold':
    'PodGCController.TerminatedPodGCThreshold: one pod fewer may stay than it says',
  'terminated-pods-collected-at-zero': 'PodGCController.TerminatedPodGCThreshold: 0 keeps no pod',
  'terminated-pods-collected-below-zero':
    'PodGCController.TerminatedPodGCThreshold: a negative number keeps no pod',
  'terminated-pods-counted-per-namespace':
    'PodGCController.TerminatedPodGCThreshold: counts the pods of one namespace alone',
  'terminated-pods-collected-once': 'PodGCController.TerminatedPodGCThreshold: is used once alone',
  'quotas-of-one-corrected': 'ResourceQuotaController.ResourceQuotaSyncPeriod: only one quota is corrected',
  'quotas-corrected-once': 'ResourceQuotaController.ResourceQuotaSyncPeriod: each quota is corrected once',
  'quotas-of-pods-corrected-alone':
    'ResourceQuotaController.ResourceQuotaSyncPeriod: quotas without pods are not corrected',
  'unused-tokens-deleted-early': 'LegacySATokenCleaner.CleanUpPeriod: tokens are deleted after half of it',
  'csr-expiration-seconds-ignored':
    'CSRSigningController.ClusterSigningDuration: a request cannot ask for less',
  'csr-expiration-seconds-unlimited':
    'CSRSigningController.ClusterSigningDuration: a request can ask for more',
  'csr-expiration-seconds-of-clients-alone':
    'CSRSigningController.ClusterSigningDuration: only a request for a client can ask for less',
  'csr-duration-of-clients-alone':
    'CSRSigningController.ClusterSigningDuration: limits only the certificates of clients',
  'csr-of-before-not-signed': 'CSRSigningController: requests of before the start are not signed',
  'csr-approved-later-not-signed':
    'CSRSigningController: a request that is approved after its creation is not signed',
  'unhealthy-zone-threshold-exclusive':
    'NodeLifecycleController.UnhealthyZoneThreshold: exactly the share is healthy still',
  'unhealthy-zone-of-two-nodes': 'NodeLifecycleController.UnhealthyZoneThreshold: two nodes are enough',
  'node-grace-refused': 'NodeLifecycleController.NodeMonitorGracePeriod: refuses two minutes',
  'unhealthy-zone-of-four-nodes':
    'NodeLifecycleController.UnhealthyZoneThreshold: three nodes are not enough',
  'node-range-size-general-in-dual-stack':
    'NodeIPAMController.NodeCIDRMaskSize: is used in dual stack as well, where it is set',
  'node-range-size-of-family-in-single-stack':
    'NodeIPAMController.NodeCIDRMaskSizeIPv4: is used with one family as well, where it is set',
  'signing-files-unchecked': 'CSRSigningController: the files of a pair may be anything',
  'signing-certificate-of-no-authority-accepted':
    'CSRSigningController: the certificate of a pair may be no authority',
  'signing-pair-not-compared': 'CSRSigningController: the key may belong to another certificate',
  'signing-pair-rsa-refused': 'CSRSigningController: refuses RSA keys',
  'signing-pair-of-cluster-first':
    'CSRSigningController: the pair of the cluster comes before that of a signer',
  'ignored-resources-by-name-alone':
    'GarbageCollectorController.GCIgnoredResources: a resource of another group is ignored too',
  'recycler-host-path-timeouts-of-nfs':
    'PersistentVolumeRecyclerConfiguration: volumes of the host have the times of NFS',
  'recycler-host-path-not-retried':
    'PersistentVolumeRecyclerConfiguration.MaximumRetry: is not used for volumes of the host',
  'root-ca-bundle-cut': 'SAController.RootCAFile: only the first authority of the bundle is placed',
  'root-ca-not-replaced': 'SAController.RootCAFile: a secret keeps another bundle that it has',
  'root-ca-not-put-back': 'SAController.RootCAFile: a secret with a token gets no bundle',
  'token-secrets-mended-once': 'SAController: a secret is filled twice at most',
  'token-secrets-of-before-not-filled': 'SAController: secrets of before the start are not filled',
  'token-not-signed-again': 'SAController.ServiceAccountKeyFile: a token that was removed stays away',
  'token-of-another-account': 'SAController.ServiceAccountKeyFile: all tokens are those of one account',
  'pod-deletions-not-batched': 'EndpointUpdatesBatchPeriod: deletions of pods are written at once',
  'pod-additions-not-batched': 'EndpointUpdatesBatchPeriod: additions of pods are written at once',
  'pod-labels-not-batched': 'EndpointUpdatesBatchPeriod: changed labels of pods are written at once',
  'pod-addresses-not-batched': 'EndpointUpdatesBatchPeriod: changed addresses of pods are written at once',
  'pod-readiness-not-batched': 'EndpointUpdatesBatchPeriod: changed readiness of pods is written at once',
  'mirrored-addresses-limited-at-first':
    'MirroringMaxEndpointsPerSubset: limits only the first slices of endpoints',
  'mirrored-addresses-not-ready-unlimited':
    'MirroringMaxEndpointsPerSubset: does not limit addresses that are not ready',
  'mirrored-addresses-of-ipv6-unlimited': 'MirroringMaxEndpointsPerSubset: does not limit IPv6 addresses',
  'mirrored-addresses-limited-together':
    'MirroringMaxEndpointsPerSubset: limits all subsets of endpoints together',
  'mirrored-addresses-not-removed':
    'EndpointSliceMirroringController: mirrored addresses stay when endpoints lose them',
  'slices-of-ipv6-unlimited': 'EndpointSliceController.MaxEndpointsPerSlice: does not limit IPv6 slices',
  'slices-overfilled-later':
    'EndpointSliceController.MaxEndpointsPerSlice: does not limit what is added later',
  'autoscaler-tolerance-upward-alone':
    'HPAController.HorizontalPodAutoscalerTolerance: is not used to scale down',
  'autoscaler-tolerance-of-utilization-alone':
    'HPAController.HorizontalPodAutoscalerTolerance: is not used for average values',
  'autoscaler-tolerance-of-cpu-alone':
    'HPAController.HorizontalPodAutoscalerTolerance: is used for the CPU alone',
  'autoscaler-tolerance-of-pods-alone':
    'HPAController.HorizontalPodAutoscalerTolerance: is not used for single containers',
  'autoscaler-window-of-utilization-alone':
    'HPAController.HorizontalPodAutoscalerDownscaleStabilizationWindow: is not used for average values',
  'autoscaler-readiness-of-utilization-alone':
    'HPAController.HorizontalPodAutoscalerInitialReadinessDelay: is not used for average values',
  'autoscaler-ready-pods-ignored':
    'HPAController.HorizontalPodAutoscalerInitialReadinessDelay: is used for ready pods as well',
  'autoscaler-memory-of-unready-pods-ignored':
    'HPAController.HorizontalPodAutoscalerInitialReadinessDelay: is used for memory as well',
  'token-use-ignored': 'LegacySATokenCleaner.CleanUpPeriod: counts from when a token was called invalid',
  'zone-stays-unhealthy': 'NodeLifecycleController.NodeEvictionRate: a zone never becomes healthy again',
  'node-startup-grace-after-recovery':
    'NodeLifecycleController.NodeMonitorGracePeriod: a node that recovered has the period of a starting one',
  'large-cluster-counts-zone':
    'NodeLifecycleController.LargeClusterSizeThreshold: the nodes of the zone are counted, not those of the cluster',
  'large-cluster-from-threshold':
    'NodeLifecycleController.LargeClusterSizeThreshold: a cluster of that size is a large one',
} as const

/** Name of a fault of the controller manager only. */
export type ControllerFault = keyof typeof controllerFaults

/** Faults of the cloud controller manager and of its access to a cloud. */
export const cloudFaults = {
  'long-frequency-refused': 'NodeStatusUpdateFrequency: refuses an hour',
  'cloud-provider-unknown-accepted': 'CloudProvider.Name: takes any name for the provider that it knows',
  'cloud-config-file-unchecked': 'CloudProvider.CloudConfigFile: may be anything',
  'untagged-cloud-accepted': 'OrchCloudShared.AllowUntaggedCloud: works on untagged instances all the same',
  'cloud-nodes-not-initialized': 'NodeController: what the cloud knows of a new node is not asked',
  'cloud-nodes-kept': 'OrchCloudShared.NodeMonitorPeriod: nodes that left the cloud stay',
  'cloud-balancers-not-made': 'ServiceController: no service gets a load balancer',
  'cloud-node-status-beside-workers':
    'NodeController.ConcurrentNodeSyncs: the status of known nodes is read beside the workers',
  'cloud-balancers-updated-beside-workers':
    'ServiceController.ConcurrentServiceSyncs: balancers are told of new nodes beside the workers',
  'cloud-routes-not-made': 'OrchCloudShared.ConfigureCloudRoutes: true makes no routes',
} as const

/** Name of a fault of the cloud controller manager only. */
export type CloudFault = keyof typeof cloudFaults
