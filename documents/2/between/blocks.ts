import type { Constraint } from '#kit/tables.ts'
import { constraintsOf, inSection } from '../../between.ts'

const apiServerFlags = inSection(3, 'API server flags')
const agentFlags = inSection(3, 'Node agent flags')
const limits = inSection(2, 'Limits')
const cloudRelatedBlocks = inSection(2, 'Cloud-related blocks')
const { replaces, governs, defaultsTo, fits, atMost, excludes } = constraintsOf(2, 'Per-controller blocks')

/** Constraints on controller settings. */
export const blocks: readonly Constraint[] = [
  replaces(
    'AttachDetachController.DisableAttachDetachReconcilerSync',
    'AttachDetachController.ReconcilerSyncLoopPeriod',
  )
    .says('A disabled loop runs at no period.')
    .by('manager.attach-detach-controller.disable-attach-detach-reconciler-sync.no-loop'),
  governs(
    'AttachDetachController.ReconcilerSyncLoopPeriod',
    'AttachDetachController.DisableAttachDetachReconcilerSync',
  )
    .says('The period is the wait between two runs of the loop.')
    .by('manager.attach-detach-controller.reconciler-sync-loop-period.period'),
  governs(
    'AttachDetachController.disableForceDetachOnTimeout',
    'AttachDetachController.disableForceDetachOnTimeout',
  )
    .says('Without force, a volume stays attached after the maximum unmount time.')
    .unjudged('The documents do not state the maximum unmount time; the default alone is judged.'),
  governs(
    [
      'CSRSigningController.KubeletServingSignerConfiguration',
      'CSRSigningController.KubeletClientSignerConfiguration',
      'CSRSigningController.KubeAPIServerClientSignerConfiguration',
      'CSRSigningController.LegacyUnknownSignerConfiguration',
    ],
    ['CSRSigningConfiguration.CertFile', 'CSRSigningConfiguration.KeyFile'],
  )
    .says('A pair signs for its own signer, and for no other.')
    .by(
      'manager.csr-signing-controller.kubelet-serving-signer-configuration.cert-file.signs',
      'manager.csr-signing-controller.kubelet-client-signer-configuration.cert-file.signs',
      'manager.csr-signing-controller.kube-api-server-client-signer-configuration.cert-file.signs',
      'manager.csr-signing-controller.legacy-unknown-signer-configuration.cert-file.signs',
    ),
  defaultsTo(
    ['CSRSigningController.ClusterSigningCertFile', 'CSRSigningController.ClusterSigningKeyFile'],
    ['CSRSigningConfiguration.CertFile', 'CSRSigningConfiguration.KeyFile'],
  )
    .says('The pair of the cluster signs for every signer if no signer has a separate pair.')
    .by(
      'manager.csr-signing-controller.cluster-signing-cert-file.signs',
      'manager.csr-signing-controller.cluster-signing-key-file.signs',
    ),
  replaces(
    [
      'CSRSigningController.KubeletServingSignerConfiguration',
      'CSRSigningController.KubeletClientSignerConfiguration',
      'CSRSigningController.KubeAPIServerClientSignerConfiguration',
      'CSRSigningController.LegacyUnknownSignerConfiguration',
    ],
    'CSRSigningController.ClusterSigningCertFile',
  )
    .says('A signer with a separate pair uses that pair even if the cluster has one.')
    .by('manager.csr-signing-controller.cluster-signing-cert-file.beside-own'),
  fits('CSRSigningController.ClusterSigningCertFile', 'CSRSigningController.ClusterSigningKeyFile')
    .says('The files hold a CA certificate and its RSA or ECDSA key in PEM.')
    .by(
      'manager.csr-signing-controller.cluster-signing-cert-file.certificate',
      'manager.csr-signing-controller.cluster-signing-key-file.private-key',
    ),
  atMost('CSRSigningController.ClusterSigningDuration', 'CSRSigningController.ClusterSigningCertFile')
    .says('A certificate lives at most this long, and less if the request states less.')
    .by(
      'manager.csr-signing-controller.cluster-signing-duration.maximum',
      'manager.csr-signing-controller.cluster-signing-duration.asked-for-less',
    ),
  fits('GarbageCollectorController.EnableGarbageCollector', apiServerFlags('--enable-garbage-collector'))
    .says('The two programs have one value.')
    .by(
      'manager.garbage-collector-controller.enable-garbage-collector.collects',
      'flag.enable-garbage-collector.leaves-objects',
    ),
  governs(
    'EndpointSliceMirroringController.MirroringEndpointUpdatesBatchPeriod',
    'EndpointSliceMirroringController.MirroringEndpointUpdatesBatchPeriod',
  )
    .says('With 0, every update of the endpoints updates the slices, and with more, updates are collected.')
    .by(
      'manager.endpoint-slice-mirroring-controller.mirroring-endpoint-updates-batch-period.each',
      'manager.endpoint-slice-mirroring-controller.mirroring-endpoint-updates-batch-period.batch',
    ),
  fits('NodeIPAMController.SecondaryServiceCIDR', 'NodeIPAMController.ServiceCIDR')
    .says('The two ranges are of different IP families.')
    .by('manager.node-ipam-controller.secondary-service-cidr.other-family'),
  replaces('NodeIPAMController.NodeCIDRMaskSize', [
    'NodeIPAMController.NodeCIDRMaskSizeIPv4',
    'NodeIPAMController.NodeCIDRMaskSizeIPv6',
  ])
    .says('One size applies with one family, and the two sizes in dual stack.')
    .by(
      'manager.node-ipam-controller.node-cidr-mask-size.size',
      'manager.node-ipam-controller.node-cidr-mask-size-ipv4.size',
      'manager.node-ipam-controller.node-cidr-mask-size-ipv6.size',
    ),
  replaces('NodeLifecycleController.SecondaryNodeEvictionRate', 'NodeLifecycleController.NodeEvictionRate')
    .says('In an unhealthy zone the second rate applies.')
    .by(
      'manager.node-lifecycle-controller.node-eviction-rate.rate',
      'manager.node-lifecycle-controller.secondary-node-eviction-rate.rate',
    ),
  replaces(
    'NodeLifecycleController.LargeClusterSizeThreshold',
    'NodeLifecycleController.SecondaryNodeEvictionRate',
  )
    .says('In a cluster of at most this size, the second rate is 0.')
    .by('manager.node-lifecycle-controller.large-cluster-size-threshold.threshold'),
  governs(
    'NodeLifecycleController.UnhealthyZoneThreshold',
    'NodeLifecycleController.SecondaryNodeEvictionRate',
  )
    .says('A zone is unhealthy if this share of its nodes, and at least three, are not ready.')
    .by(
      'manager.node-lifecycle-controller.unhealthy-zone-threshold.share',
      'manager.node-lifecycle-controller.unhealthy-zone-threshold.at-least-three',
    ),
  fits('NodeLifecycleController.NodeMonitorGracePeriod', agentFlags('--node-status-update-frequency'))
    .says('The period is a multiple of the frequency, and longer than the two HTTP/2 times together.')
    .by(
      'manager.node-lifecycle-controller.node-monitor-grace-period.multiple',
      'manager.node-lifecycle-controller.node-monitor-grace-period.least',
    ),
  replaces('NodeLifecycleController.NodeStartupGracePeriod', 'NodeLifecycleController.NodeMonitorGracePeriod')
    .says('A node that starts has a separate period.')
    .by(
      'manager.node-lifecycle-controller.node-startup-grace-period.grace',
      'manager.node-lifecycle-controller.node-monitor-grace-period.grace',
    ),
  governs('PodGCController.TerminatedPodGCThreshold', limits('TerminatedPodGCThreshold'))
    .says('A threshold of 0 or less disables the collection.')
    .by('manager.pod-gc-controller.terminated-pod-gc-threshold.disabled'),
  excludes('EnableHostPathProvisioning.bool', cloudRelatedBlocks('CloudProvider'))
    .says('Volumes on the host are provisioned without a cloud provider.')
    .by(
      'manager.persistent-volume-binder-controller.volume-configuration.enable-host-path-provisioning.provisions',
    ),
  governs('EnableDynamicProvisioning.bool', 'PersistentVolumeBinderController.VolumeConfiguration')
    .says('Volumes are provisioned for claims unless the switch is off.')
    .by(
      'manager.persistent-volume-binder-controller.volume-configuration.enable-dynamic-provisioning.provisions',
      'manager.persistent-volume-binder-controller-volume-configuration-enable-dynamic-provisioning.default',
    ),
  governs(
    'PersistentVolumeRecyclerConfiguration.IncrementTimeoutNFS',
    'PersistentVolumeRecyclerConfiguration.MinimumTimeoutNFS',
  )
    .says('The deadline of a recycler is the minimum, and more for each Gi of the volume.')
    .by(
      'manager.persistent-volume-binder-controller.volume-configuration.persistent-volume-recycler-configuration.minimum-timeout-nfs.minimum',
      'manager.persistent-volume-binder-controller.volume-configuration.persistent-volume-recycler-configuration.increment-timeout-nfs.per-gi',
    ),
  governs(
    'PersistentVolumeRecyclerConfiguration.IncrementTimeoutHostPath',
    'PersistentVolumeRecyclerConfiguration.MinimumTimeoutHostPath',
  )
    .says('The deadline of a recycler is the minimum, and more for each Gi of the volume.')
    .by(
      'manager.persistent-volume-binder-controller.volume-configuration.persistent-volume-recycler-configuration.minimum-timeout-host-path.minimum',
      'manager.persistent-volume-binder-controller.volume-configuration.persistent-volume-recycler-configuration.increment-timeout-host-path.per-gi',
    ),
  atMost(
    'HPAController.HorizontalPodAutoscalerDownscaleStabilizationWindow',
    'HPAController.HorizontalPodAutoscalerDownscaleStabilizationWindow',
  )
    .says('No scale down goes below a recommendation within the window.')
    .by('manager.hpa-controller.horizontal-pod-autoscaler-downscale-stabilization-window.no-lower'),
  governs(
    'HPAController.HorizontalPodAutoscalerInitialReadinessDelay',
    'HPAController.HorizontalPodAutoscalerCPUInitializationPeriod',
  )
    .says(
      'CPU samples of a pod that is not ready are left out if its readiness changed within the delay only.',
    )
    .by(
      'manager.hpa-controller.horizontal-pod-autoscaler-initial-readiness-delay.first-readiness',
      'manager.hpa-controller.horizontal-pod-autoscaler-cpu-initialization-period.over',
    ),
]
