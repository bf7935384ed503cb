/** Resource type, identified by its location in the API. */
export interface Resource {
  readonly root: string
  readonly plural: string
  readonly apiVersion: string
  readonly kind: string
}

function resource(apiVersion: string, plural: string, kind: string): Resource {
  return {
    root: apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`,
    plural,
    apiVersion,
    kind,
  }
}

/** Resource types that the control loops use. */
export const resources = {
  configmaps: resource('v1', 'configmaps', 'ConfigMap'),
  endpoints: resource('v1', 'endpoints', 'Endpoints'),
  events: resource('v1', 'events', 'Event'),
  namespaces: resource('v1', 'namespaces', 'Namespace'),
  nodes: resource('v1', 'nodes', 'Node'),
  claims: resource('v1', 'persistentvolumeclaims', 'PersistentVolumeClaim'),
  volumes: resource('v1', 'persistentvolumes', 'PersistentVolume'),
  pods: resource('v1', 'pods', 'Pod'),
  replicationControllers: resource('v1', 'replicationcontrollers', 'ReplicationController'),
  quotas: resource('v1', 'resourcequotas', 'ResourceQuota'),
  secrets: resource('v1', 'secrets', 'Secret'),
  serviceAccounts: resource('v1', 'serviceaccounts', 'ServiceAccount'),
  services: resource('v1', 'services', 'Service'),
  revisions: resource('apps/v1', 'controllerrevisions', 'ControllerRevision'),
  daemonSets: resource('apps/v1', 'daemonsets', 'DaemonSet'),
  deployments: resource('apps/v1', 'deployments', 'Deployment'),
  replicaSets: resource('apps/v1', 'replicasets', 'ReplicaSet'),
  statefulSets: resource('apps/v1', 'statefulsets', 'StatefulSet'),
  autoscalers: resource('autoscaling/v2', 'horizontalpodautoscalers', 'HorizontalPodAutoscaler'),
  cronJobs: resource('batch/v1', 'cronjobs', 'CronJob'),
  jobs: resource('batch/v1', 'jobs', 'Job'),
  requests: resource('certificates.orch.io/v1', 'certificatesigningrequests', 'CertificateSigningRequest'),
  leases: resource('coordination.orch.io/v1', 'leases', 'Lease'),
  slices: resource('discovery.orch.io/v1', 'endpointslices', 'EndpointSlice'),
  policies: resource(
    'admissionregistration.orch.io/v1',
    'validatingadmissionpolicies',
    'ValidatingAdmissionPolicy',
  ),
  storageClasses: resource('storage.orch.io/v1', 'storageclasses', 'StorageClass'),
  attachments: resource('storage.orch.io/v1', 'volumeattachments', 'VolumeAttachment'),
} as const

/** Returns the path of all objects of a resource, in one namespace or in all namespaces. */
export function collection({ root, plural }: Resource, namespace = ''): string {
  return namespace === '' ? `${root}/${plural}` : `${root}/namespaces/${namespace}/${plural}`
}
