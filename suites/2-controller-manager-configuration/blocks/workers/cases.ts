import type { ApiServer, Matching } from '#mocks/api-server/index.ts'
import { put } from '../world.ts'
import { made } from './objects.ts'

/** How the number of workers of one controller shows. */
export interface WorkersCase {
  readonly block: string
  readonly field: string
  /** Two numbers of workers, neither of which is anybody's default. */
  readonly values: readonly [number, number]
  /** Puts one object there that asks for one thing; its namespace is the controller's own. */
  readonly give: (api: ApiServer, name: string, namespace: string) => void
  /** The first request that each object makes the controller ask. */
  readonly held: Matching
}

type Thing = keyof typeof made

const giving =
  (...things: readonly Thing[]): WorkersCase['give'] =>
  (api, name, namespace) => {
    for (const thing of things) put(api, made[thing](name, namespace))
  }

/** A namespace that is to end, and that others keep from it. */
const endingNamespace: WorkersCase['give'] = (api, name) => {
  api.hand.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: `ending-${name}` } })
  api.hand.remove({ resource: 'namespaces', name: `ending-${name}` }, {})
}

/** One quota of which nothing is told yet, and one whose usage is told wrongly: programs may queue them apart. */
const quotas: WorkersCase['give'] = (api, name, namespace) => {
  put(api, made.quota(name, namespace))
  put(api, made.wrongQuota(`${name}-wrong`, namespace))
}

const creating = (...resources: readonly string[]): Matching => ({
  verb: ['create', 'update', 'patch'],
  where: ({ resource, subresource }) => subresource === '' && resources.includes(resource),
})

// A program that works by what it was told asks for nothing before it writes; one that makes sure of it reads first.
const touching = ['get', 'list', 'create', 'update', 'patch', 'delete', 'deletecollection'] as const

// What stands in no namespace is told apart by its sort alone.
const clusterWide = new Set(['NamespaceController', 'ValidatingAdmissionPolicyStatusController'])

/** The fields that say how many objects a controller works on at one time. */
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

/** The namespace in which a controller is looked at. */
export function namespaceOf(block: string): string {
  return `of-${block.toLowerCase()}`
}
