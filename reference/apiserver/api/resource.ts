/** Kind of object that the server stores. */
export interface Resource {
  /** API group; the core group is the empty string. */
  readonly group: string
  readonly version: string
  /** Plural in lower case. */
  readonly resource: string
  readonly kind: string
  readonly namespaced: boolean
  /** First version that has the resource; all versions if omitted. */
  readonly since?: string
  /** Stage of the resource. Only `ga` is enabled by default. */
  readonly stage?: 'ga' | 'beta' | 'alpha'
}

const scheduling = { group: 'scheduling.orch.io', version: 'v1' }
const node = { group: 'node.orch.io', version: 'v1' }
const storage = { group: 'storage.orch.io', version: 'v1' }
const networking = { group: 'networking.orch.io', version: 'v1' }
const registration = { group: 'admissionregistration.orch.io', version: 'v1' }
const devices = { group: 'resource.orch.io', resource: 'deviceclasses', kind: 'DeviceClass' }
const rbac = { group: 'rbac.authorization.orch.io', version: 'v1' }

/** Kinds of objects that the server stores. */
export const resources: readonly Resource[] = [
  { group: '', version: 'v1', resource: 'secrets', kind: 'Secret', namespaced: true },
  { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', namespaced: true },
  { group: '', version: 'v1', resource: 'namespaces', kind: 'Namespace', namespaced: false },
  { group: '', version: 'v1', resource: 'serviceaccounts', kind: 'ServiceAccount', namespaced: true },
  { group: '', version: 'v1', resource: 'pods', kind: 'Pod', namespaced: true },
  {
    group: '',
    version: 'v1',
    resource: 'replicationcontrollers',
    kind: 'ReplicationController',
    namespaced: true,
  },
  { group: '', version: 'v1', resource: 'nodes', kind: 'Node', namespaced: false },
  { group: '', version: 'v1', resource: 'services', kind: 'Service', namespaced: true },
  { group: '', version: 'v1', resource: 'endpoints', kind: 'Endpoints', namespaced: true },
  { group: '', version: 'v1', resource: 'events', kind: 'Event', namespaced: true },
  { group: '', version: 'v1', resource: 'limitranges', kind: 'LimitRange', namespaced: true },
  { group: '', version: 'v1', resource: 'resourcequotas', kind: 'ResourceQuota', namespaced: true },
  { group: '', version: 'v1', resource: 'persistentvolumes', kind: 'PersistentVolume', namespaced: false },
  {
    group: '',
    version: 'v1',
    resource: 'persistentvolumeclaims',
    kind: 'PersistentVolumeClaim',
    namespaced: true,
  },
  { group: 'apps', version: 'v1', resource: 'deployments', kind: 'Deployment', namespaced: true },
  { group: 'apps', version: 'v1', resource: 'replicasets', kind: 'ReplicaSet', namespaced: true },
  { group: 'apps', version: 'v1', resource: 'statefulsets', kind: 'StatefulSet', namespaced: true },
  { group: 'apps', version: 'v1', resource: 'daemonsets', kind: 'DaemonSet', namespaced: true },
  {
    group: 'policy',
    version: 'v1',
    resource: 'poddisruptionbudgets',
    kind: 'PodDisruptionBudget',
    namespaced: true,
  },
  { group: 'batch', version: 'v1', resource: 'jobs', kind: 'Job', namespaced: true },
  { group: 'batch', version: 'v1', resource: 'cronjobs', kind: 'CronJob', namespaced: true },
  {
    group: 'coordination.orch.io',
    version: 'v1',
    resource: 'leases',
    kind: 'Lease',
    namespaced: true,
  },
  { ...scheduling, resource: 'priorityclasses', kind: 'PriorityClass', namespaced: false },
  { ...node, resource: 'runtimeclasses', kind: 'RuntimeClass', namespaced: false },
  { ...storage, resource: 'storageclasses', kind: 'StorageClass', namespaced: false },
  { ...networking, resource: 'ingresses', kind: 'Ingress', namespaced: true },
  { ...networking, resource: 'networkpolicies', kind: 'NetworkPolicy', namespaced: true },
  { ...networking, resource: 'ingressclasses', kind: 'IngressClass', namespaced: false },
  {
    ...registration,
    resource: 'mutatingwebhookconfigurations',
    kind: 'MutatingWebhookConfiguration',
    namespaced: false,
  },
  {
    ...registration,
    resource: 'validatingwebhookconfigurations',
    kind: 'ValidatingWebhookConfiguration',
    namespaced: false,
  },
  {
    ...registration,
    resource: 'validatingadmissionpolicies',
    kind: 'ValidatingAdmissionPolicy',
    namespaced: false,
  },
  {
    ...registration,
    resource: 'validatingadmissionpolicybindings',
    kind: 'ValidatingAdmissionPolicyBinding',
    namespaced: false,
  },
  {
    group: 'certificates.orch.io',
    version: 'v1',
    resource: 'certificatesigningrequests',
    kind: 'CertificateSigningRequest',
    namespaced: false,
  },
  {
    group: 'apiregistration.orch.io',
    version: 'v1',
    resource: 'apiservices',
    kind: 'APIService',
    namespaced: false,
  },
  {
    group: 'apiextensions.orch.io',
    version: 'v1',
    resource: 'customresourcedefinitions',
    kind: 'CustomResourceDefinition',
    namespaced: false,
  },
  { ...devices, version: 'v1', namespaced: false, since: '1.0' },
  { ...devices, version: 'v1beta1', namespaced: false, stage: 'beta' },
  { ...rbac, resource: 'roles', kind: 'Role', namespaced: true },
  { ...rbac, resource: 'rolebindings', kind: 'RoleBinding', namespaced: true },
  { ...rbac, resource: 'clusterroles', kind: 'ClusterRole', namespaced: false },
  { ...rbac, resource: 'clusterrolebindings', kind: 'ClusterRoleBinding', namespaced: false },
]

/** Returns group and version in the form of `apiVersion`. */
export function apiVersion({ group, version }: Pick<Resource, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`
}

/** Returns the storage key of an object, or the prefix of all objects of the resource (in one namespace). */
export function storageKey(prefix: string, resource: Resource, namespace: string, name: string): string {
  const resourcePrefix = resource.group === '' ? resource.resource : `${resource.group}/${resource.resource}`
  const namespacePrefix = resource.namespaced && namespace !== '' ? `${namespace}/` : ''
  return `${prefix.startsWith('/') ? '' : '/'}${prefix}/${resourcePrefix}/${namespacePrefix}${name}`
}
