/**
 * Names of controllers, by their blocks of the configuration. `CloudNodeLifecycleController`, `RouteController` and
 * `BootstrapTokenCleaner` have no block. The documents name three controllers as examples (service-controller,
 * route-controller, cloud-node-controller); the others are named after their blocks. `BootstrapTokenCleaner` is off by
 * default, and `*` does not enable it.
 */
export const controllerNames: Readonly<Record<string, string>> = {
  AttachDetachController: 'persistentvolume-attach-detach-controller',
  CSRSigningController: 'certificatesigningrequest-signing-controller',
  CronJobController: 'cronjob-controller',
  DaemonSetController: 'daemonset-controller',
  DeploymentController: 'deployment-controller',
  EndpointController: 'endpoints-controller',
  EndpointSliceController: 'endpointslice-controller',
  EndpointSliceMirroringController: 'endpointslice-mirroring-controller',
  EphemeralVolumeController: 'ephemeral-volume-controller',
  GarbageCollectorController: 'garbage-collector-controller',
  HPAController: 'horizontal-pod-autoscaler-controller',
  JobController: 'job-controller',
  LegacySATokenCleaner: 'legacy-serviceaccount-token-cleaner-controller',
  NamespaceController: 'namespace-controller',
  NodeController: 'cloud-node-controller',
  NodeIPAMController: 'node-ipam-controller',
  CloudNodeLifecycleController: 'cloud-node-lifecycle-controller',
  NodeLifecycleController: 'node-lifecycle-controller',
  PersistentVolumeBinderController: 'persistentvolume-binder-controller',
  PodGCController: 'pod-garbage-collector-controller',
  ReplicaSetController: 'replicaset-controller',
  ReplicationController: 'replicationcontroller-controller',
  ResourceQuotaController: 'resourcequota-controller',
  RouteController: 'route-controller',
  SAController: 'serviceaccount-token-controller',
  ServiceController: 'service-controller',
  StatefulSetController: 'statefulset-controller',
  TTLAfterFinishedController: 'ttl-after-finished-controller',
  ValidatingAdmissionPolicyStatusController: 'validatingadmissionpolicy-status-controller',
  BootstrapTokenCleaner: 'token-cleaner-controller',
}
