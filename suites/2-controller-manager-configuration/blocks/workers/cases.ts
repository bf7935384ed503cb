import type { ApiServer, Matching } from '#mocks/api-server/index.ts'
import { put } from '../fixture.ts'
import { made } from './objects.ts'

/** Test data for the number of workers of one controller. */
export interface WorkersCase {
  readonly block: string
  readonly field: string
  /** Two numbers of workers that are not the default of any program. */
  readonly values: readonly [number, number]
  /** Creates one object that requires one action. Its namespace is reserved for the controller. */
  readonly give: (api: ApiServer, name: string, namespace: string) => void
  /** First request that each object causes. */
  readonly held: Matching
}

type WorkKind = keyof typeof made

const giving =
  (...things: readonly WorkKind[]): WorkersCase['give'] =>
  (api, name, namespace) => {
    for (const thing of things) put(api, made[thing](name, namespace))
  }

/** Creates a namespace to delete, which has a finalizer of another client. */
const endingNamespace: WorkersCase['give'] = (api, name) => {
  api.hand.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: `ending-${name}` } })
  api.hand.remove({ resource: 'namespaces', name: `ending-${name}` }, {})
}

/** Creates a quota without usage, and one with a wrong usage. Programs may queue them separately. */
const quotas: WorkersCase['give'] = (api, name, namespace) => {
  put(api, made.quota(name, namespace))
  put(api, made.wrongQuota(`${name}-wrong`, namespace))
}

const creating = (...resources: readonly string[]): Matching => ({
  verb: ['create', 'update', 'patch'],
  where: ({ resource, subresource }) => subresource === '' && resources.includes(resource),
})

// A program that relies on its cache sends no request before it writes. Others read first.
const touching = ['get', 'list', 'create', 'update', 'patch', 'delete', 'deletecollection'] as const

// Cluster-scoped objects are identified by kind only.
const clusterWide = new Set(['NamespaceController', 'ValidatingAdmissionPolicyStatusController'])

/** Fields for the number of objects that a controller processes at the same time. */
export const workersCases: readonly WorkersCase[] = [
  one('CronJobController', 'ConcurrentCronJobSyncs', [2, 7], giving('cronJob'), creating('jobs')),
  one(
    'DaemonSetController',
    'ConcurrentDaemonSetSyncs',
    [3, 6],
    giving('daemonSet'),
    creating('controllerrevisions', 'pods'),
  ),
  one(
    'DeploymentController',
    'ConcurrentDeploymentSyncs',
    [4, 9],
    giving('deployment'),
    creating('replicasets'),
  ),
  one(
    'StatefulSetController',
    'ConcurrentStatefulSetSyncs',
    [6, 2],
    giving('statefulSet'),
    creating('controllerrevisions', 'pods'),
  ),
  one('EndpointController', 'ConcurrentEndpointSyncs', [7, 3], giving('service'), creating('endpoints')),
  one(
    'EndpointSliceController',
    'ConcurrentServiceEndpointSyncs',
    [8, 4],
    giving('service'),
    creating('endpointslices'),
  ),
  one(
    'EndpointSliceMirroringController',
    'MirroringConcurrentServiceEndpointSyncs',
    [9, 6],
    giving('bareService', 'endpoints'),
    creating('endpointslices'),
  ),
  one(
    'EphemeralVolumeController',
    'ConcurrentEphemeralVolumeSyncs',
    [2, 8],
    giving('podWithEphemeralVolume'),
    creating('persistentvolumeclaims'),
  ),
  one('GarbageCollectorController', 'ConcurrentGCSyncs', [3, 7], giving('orphan'), {
    verb: touching,
    resource: 'configmaps',
  }),
  one('HPAController', 'ConcurrentHorizontalPodAutoscalerSyncs', [4, 2], giving('autoscaler'), {
    verb: touching,
    where: ({ resource }) => resource !== 'events',
  }),
  one('JobController', 'ConcurrentJobSyncs', [6, 3], giving('job'), creating('pods')),
  one('NamespaceController', 'ConcurrentNamespaceSyncs', [7, 4], endingNamespace, {
    verb: touching,
    where: ({ resource, name, namespace }) =>
      (resource === 'namespaces' && name.startsWith('ending-')) || namespace.startsWith('ending-'),
  }),
  one('ReplicaSetController', 'ConcurrentRSSyncs', [8, 2], giving('replicaSet'), creating('pods')),
  one(
    'ReplicationController',
    'ConcurrentRCSyncs',
    [9, 3],
    giving('replicationController'),
    creating('pods'),
  ),
  one('ResourceQuotaController', 'ConcurrentResourceQuotaSyncs', [2, 6], quotas, {
    verb: ['update', 'patch'],
    resource: 'resourcequotas/status',
  }),
  one('SAController', 'ConcurrentSATokenSyncs', [3, 9], giving('account', 'tokenSecret'), {
    verb: ['update', 'patch'],
    resource: 'secrets',
  }),
  one('TTLAfterFinishedController', 'ConcurrentTTLSyncs', [4, 8], giving('finishedJob'), {
    verb: ['get', 'delete'],
    resource: 'jobs',
  }),
  one('ValidatingAdmissionPolicyStatusController', 'ConcurrentPolicySyncs', [6, 3], giving('policy'), {
    verb: ['update', 'patch'],
    resource: 'validatingadmissionpolicies/status',
  }),
]

function one(
  block: string,
  name: string,
  values: WorkersCase['values'],
  give: WorkersCase['give'],
  held: Matching,
): WorkersCase {
  const own: Matching = clusterWide.has(block) ? held : { ...held, namespace: namespaceOf(block) }
  return { block, field: `/${block}/${name}`, values, give, held: own }
}

/** Returns the namespace in which a controller is tested. */
export function namespaceOf(block: string): string {
  return `of-${block.toLowerCase()}`
}
