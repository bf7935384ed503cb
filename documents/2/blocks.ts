import { block, blockAt, type Leaf } from '../leaves.ts'
import { openRow, sentences } from '../rows.ts'
import type { Section } from '../shape.ts'
import { blocks as between } from './between/blocks.ts'

const volumeConfiguration = '/PersistentVolumeBinderController/VolumeConfiguration'
const volumes = blockAt(volumeConfiguration)
const recycler = blockAt(
  `${volumeConfiguration}/PersistentVolumeRecyclerConfiguration`,
  'PersistentVolumeRecyclerConfiguration.',
)

/** Returns the rows of a signer's files. No enabled controller opens these files. */
const signer = (key: string, fileName: string): readonly Leaf[] =>
  ['CertFile', 'KeyFile'].map((part) =>
    block(`${key}.${part}`, 'string', '', ['', `/none/${fileName}-${part}`], { key }),
  )

export const blocks: Section = {
  document: 2,
  section: 'Per-controller blocks',
  rows: [
    block('AttachDetachController.DisableAttachDetachReconcilerSync', 'bool', false, [true, false], {
      default: false,
    }),
    block('AttachDetachController.ReconcilerSyncLoopPeriod', 'duration', '1m0s', ['91s', '92.5s'], {
      default: '1m0s',
    }),
    block('AttachDetachController.disableForceDetachOnTimeout', 'bool', false, [true, false], {
      default: false,
    }),
    // The document does not describe the combination of a pair for all signers with a pair for a single signer.
    block('CSRSigningController.ClusterSigningCertFile', 'string', '', ['/none/cluster-cert', '']),
    block('CSRSigningController.ClusterSigningKeyFile', 'string', '', ['/none/cluster-key', '']),
    ...signer('CSRSigningController.KubeletServingSignerConfiguration', 'serving'),
    ...signer('CSRSigningController.KubeletClientSignerConfiguration', 'client'),
    ...signer('CSRSigningController.KubeAPIServerClientSignerConfiguration', 'api-client'),
    ...signer('CSRSigningController.LegacyUnknownSignerConfiguration', 'legacy'),
    block('CSRSigningController.ClusterSigningDuration', 'duration', '8760h0m0s', ['71h0m0s', '72h30m0s']),
    block('CronJobController.ConcurrentCronJobSyncs', 'int32', 5, [11, 61]),
    block('DaemonSetController.ConcurrentDaemonSetSyncs', 'int32', 2, [12, 62]),
    block('DeploymentController.ConcurrentDeploymentSyncs', 'int32', 5, [13, 63]),
    block('StatefulSetController.ConcurrentStatefulSetSyncs', 'int32', 5, [14, 64]),
    block('EndpointController.ConcurrentEndpointSyncs', 'int32', 5, [28, 78]),
    block('EndpointController.EndpointUpdatesBatchPeriod', 'duration', '0s', ['85s', '86.5s']),
    block('EndpointSliceController.ConcurrentServiceEndpointSyncs', 'int32', 5, [29, 49]),
    block('EndpointSliceController.MaxEndpointsPerSlice', 'int32', 100, [130, 180]),
    block('EndpointSliceController.EndpointUpdatesBatchPeriod', 'duration', '0s', ['87s', '88.5s']),
    block('EndpointSliceMirroringController.MirroringConcurrentServiceEndpointSyncs', 'int32', 5, [31, 48]),
    block('EndpointSliceMirroringController.MirroringMaxEndpointsPerSubset', 'int32', 1_000, [132, 182]),
    block(
      'EndpointSliceMirroringController.MirroringEndpointUpdatesBatchPeriod',
      'duration',
      '0s',
      ['89s', '90.5s'],
      { default: '0s' },
    ),
    block('EphemeralVolumeController.ConcurrentEphemeralVolumeSyncs', 'int32', 5, [33, 83]),
    block('GarbageCollectorController.EnableGarbageCollector', 'bool', true, [false, true]),
    block('GarbageCollectorController.ConcurrentGCSyncs', 'int32', 20, [22, 72]),
    block(
      'GarbageCollectorController.GCIgnoredResources',
      'objects',
      [],
      [
        [{ Group: 'a.example', Resource: 'firsts' }],
        [
          { Group: '', Resource: 'events' },
          { Group: 'b.example', Resource: 'seconds' },
        ],
      ],
      { members: ['Group', 'Resource'] },
    ),
    block('HPAController.ConcurrentHorizontalPodAutoscalerSyncs', 'int32', 5, [15, 65]),
    block('HPAController.HorizontalPodAutoscalerSyncPeriod', 'duration', '15s', ['61s', '62.5s']),
    block('HPAController.HorizontalPodAutoscalerDownscaleStabilizationWindow', 'duration', '5m0s', [
      '63s',
      '64.5s',
    ]),
    block('HPAController.HorizontalPodAutoscalerTolerance', 'float64', 0.1, [0.125, 0.123456789], {
      unit: 'share',
    }),
    block('HPAController.HorizontalPodAutoscalerCPUInitializationPeriod', 'duration', '5m0s', [
      '65s',
      '66.5s',
    ]),
    block('HPAController.HorizontalPodAutoscalerInitialReadinessDelay', 'duration', '30s', ['67s', '68.5s']),
    block('JobController.ConcurrentJobSyncs', 'int32', 5, [16, 66]),
    block('LegacySATokenCleaner.CleanUpPeriod', 'duration', '8760h0m0s', ['73h0m0s', '74h30m0s']),
    block('NamespaceController.NamespaceSyncPeriod', 'duration', '5m0s', ['75s', '76.5s']),
    block('NamespaceController.ConcurrentNamespaceSyncs', 'int32', 10, [23, 73]),
    block('NodeIPAMController.ServiceCIDR', 'string', '', ['10.3.0.0/24', '10.4.0.0/24']),
    block('NodeIPAMController.SecondaryServiceCIDR', 'string', '', ['fd00:3::/112', 'fd00:4::/112']),
    block('NodeIPAMController.NodeCIDRMaskSize', 'int32', 0, [24, 25], { unit: 'bits' }),
    block('NodeIPAMController.NodeCIDRMaskSizeIPv4', 'int32', 0, [26, 27], { unit: 'bits' }),
    block('NodeIPAMController.NodeCIDRMaskSizeIPv6', 'int32', 0, [61, 62], { unit: 'bits' }),
    block('NodeLifecycleController.NodeEvictionRate', 'float32', 0.1, [0.25, 1.5], { unit: 'per second' }),
    block('NodeLifecycleController.SecondaryNodeEvictionRate', 'float32', 0.01, [0.125, 0.0625], {
      unit: 'per second',
    }),
    block('NodeLifecycleController.NodeStartupGracePeriod', 'duration', '1m0s', ['77s', '78.5s']),
    block('NodeLifecycleController.NodeMonitorGracePeriod', 'duration', '50s', ['79s', '80.5s']),
    block('NodeLifecycleController.PodEvictionTimeout', 'duration', '5m0s', ['81s', '82.5s']),
    block('NodeLifecycleController.LargeClusterSizeThreshold', 'int32', 50, [24, 74]),
    block('NodeLifecycleController.UnhealthyZoneThreshold', 'float32', 0.55, [0.75, 0.5], { unit: 'share' }),
    block('PersistentVolumeBinderController.PVClaimBinderSyncPeriod', 'duration', '15s', ['93s', '94.5s']),
    { key: 'PersistentVolumeBinderController.VolumeConfiguration' },
    block('PodGCController.TerminatedPodGCThreshold', 'int32', 12_500, [117, 0]),
    block('ReplicaSetController.ConcurrentRSSyncs', 'int32', 5, [18, 68]),
    block('ReplicationController.ConcurrentRCSyncs', 'int32', 5, [19, 69]),
    block('ResourceQuotaController.ResourceQuotaSyncPeriod', 'duration', '5m0s', ['83s', '84.5s']),
    block('ResourceQuotaController.ConcurrentResourceQuotaSyncs', 'int32', 5, [26, 76]),
    block('SAController.ServiceAccountKeyFile', 'string', '', [
      '/none/service-account-a',
      '/none/service-account-b',
    ]),
    block('SAController.ConcurrentSATokenSyncs', 'int32', 5, [27, 77]),
    block('SAController.RootCAFile', 'string', '', ['/none/root-ca-a', '/none/root-ca-b']),
    block('TTLAfterFinishedController.ConcurrentTTLSyncs', 'int32', 5, [20, 70]),
    block('ValidatingAdmissionPolicyStatusController.ConcurrentPolicySyncs', 'int32', 5, [21, 71], {
      default: 5,
    }),
    { key: 'CSRSigningConfiguration.CertFile' },
    { key: 'CSRSigningConfiguration.KeyFile' },
    volumes('EnableHostPathProvisioning', 'bool', false, [true, false], {
      key: 'EnableHostPathProvisioning.bool',
    }),
    volumes('EnableDynamicProvisioning', 'bool', true, [false, true], {
      key: 'EnableDynamicProvisioning.bool',
      default: true,
    }),
    { key: 'PersistentVolumeRecyclerConfiguration.PersistentVolumeRecyclerConfiguration' },
    // A separate directory for this program, because some programs create the directory.
    volumes('FlexVolumePluginDir', 'string', 'volume-plugins', ['plugins-a', 'plugins-b'], {
      key: 'FlexVolumePluginDir.string',
    }),
    recycler('MaximumRetry', 'int32', 3, [34, 84]),
    recycler('MinimumTimeoutNFS', 'int32', 300, [335, 385], { unit: 'seconds' }),
    recycler('PodTemplateFilePathNFS', 'string', '', ['/none/nfs-a', '/none/nfs-b']),
    recycler('IncrementTimeoutNFS', 'int32', 30, [36, 86], { unit: 'seconds' }),
    recycler('PodTemplateFilePathHostPath', 'string', '', ['/none/host-a', '/none/host-b']),
    recycler('MinimumTimeoutHostPath', 'int32', 60, [137, 187], { unit: 'seconds' }),
    recycler('IncrementTimeoutHostPath', 'int32', 30, [38, 88], { unit: 'seconds' }),

    ...sentences('column Type'),
    openRow('DeprecatedControllerConfiguration'),
  ],
  between,
}
