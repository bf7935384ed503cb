import type { ApiServer, Matching } from '#mocks/api-server/index.ts'
import { putObject } from '../fixture.ts'
import { objectsByKind } from './objects.ts'

/** Test data for the number of workers of one controller. */
export interface WorkersCase {
  readonly block: string
  readonly field: string
  /** Two numbers of workers, neither of which is a default of a known program. */
  readonly values: readonly [number, number]
  /** Creates one object that requires one action. Its namespace is reserved for the controller. */
  readonly createObject: (api: ApiServer, name: string, namespace: string) => void
  /** First request that each object causes. */
  readonly firstRequest: Matching
}

type WorkKind = keyof typeof objectsByKind

const giveObjects =
  (...things: readonly WorkKind[]): WorkersCase['createObject'] =>
  (api, name, namespace) => {
    for (const workKind of things) putObject(api, objectsByKind[workKind](name, namespace))
  }

/** Creates a namespace to delete, which has a finalizer of another client. */
const createEndingNamespace: WorkersCase['createObject'] = (api, name) => {
  api.hand.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: `ending-${name}` } })
  api.hand.remove({ resource: 'namespaces', name: `ending-${name}` }, {})
}

/** Creates a quota without usage, and a quota with a wrong usage. Programs may queue them separately. */
const createQuotas: WorkersCase['createObject'] = (api, name, namespace) => {
  putObject(api, objectsByKind.quota(name, namespace))
  putObject(api, objectsByKind.wrongQuota(`${name}-wrong`, namespace))
}

const writesOf = (...resources: readonly string[]): Matching => ({
  verb: ['create', 'update', 'patch'],
  where: ({ resource, subresource }) => subresource === '' && resources.includes(resource),
})

// Verbs of the first request for an object. A program with a cache writes first, and a program without a cache reads
// first.
const requestVerbs = ['get', 'list', 'create', 'update', 'patch', 'delete', 'deletecollection'] as const

// Cluster-scoped objects are identified by kind only.
const clusterWideBlocks = new Set(['NamespaceController', 'ValidatingAdmissionPolicyStatusController'])

/** Fields for the number of objects that a controller processes at the same time. */
export const workersCases: readonly WorkersCase[] = [
  workersCase(
    'CronJobController',
    'ConcurrentCronJobSyncs',
    [2, 7],
    giveObjects('cronJob'),
    writesOf('jobs'),
  ),
  workersCase(
    'DaemonSetController',
    'ConcurrentDaemonSetSyncs',
    [3, 6],
    giveObjects('daemonSet'),
    writesOf('controllerrevisions', 'pods'),
  ),
  workersCase(
    'DeploymentController',
    'ConcurrentDeploymentSyncs',
    [4, 9],
    giveObjects('deployment'),
    writesOf('replicasets'),
  ),
  workersCase(
    'StatefulSetController',
    'ConcurrentStatefulSetSyncs',
    [6, 2],
    giveObjects('statefulSet'),
    writesOf('controllerrevisions', 'pods'),
  ),
  workersCase(
    'EndpointController',
    'ConcurrentEndpointSyncs',
    [7, 3],
    giveObjects('service'),
    writesOf('endpoints'),
  ),
  workersCase(
    'EndpointSliceController',
    'ConcurrentServiceEndpointSyncs',
    [8, 4],
    giveObjects('service'),
    writesOf('endpointslices'),
  ),
  workersCase(
    'EndpointSliceMirroringController',
    'MirroringConcurrentServiceEndpointSyncs',
    [9, 6],
    giveObjects('bareService', 'endpoints'),
    writesOf('endpointslices'),
  ),
  workersCase(
    'EphemeralVolumeController',
    'ConcurrentEphemeralVolumeSyncs',
    [2, 8],
    giveObjects('podWithEphemeralVolume'),
    writesOf('persistentvolumeclaims'),
  ),
  workersCase('GarbageCollectorController', 'ConcurrentGCSyncs', [3, 7], giveObjects('orphan'), {
    verb: requestVerbs,
    resource: 'configmaps',
  }),
  workersCase('HPAController', 'ConcurrentHorizontalPodAutoscalerSyncs', [4, 2], giveObjects('autoscaler'), {
    verb: requestVerbs,
    where: ({ resource }) => resource !== 'events',
  }),
  workersCase('JobController', 'ConcurrentJobSyncs', [6, 3], giveObjects('job'), writesOf('pods')),
  workersCase('NamespaceController', 'ConcurrentNamespaceSyncs', [7, 4], createEndingNamespace, {
    verb: requestVerbs,
    where: ({ resource, name, namespace }) =>
      (resource === 'namespaces' && name.startsWith('ending-')) || namespace.startsWith('ending-'),
  }),
  workersCase(
    'ReplicaSetController',
    'ConcurrentRSSyncs',
    [8, 2],
    giveObjects('replicaSet'),
    writesOf('pods'),
  ),
  workersCase(
    'ReplicationController',
    'ConcurrentRCSyncs',
    [9, 3],
    giveObjects('replicationController'),
    writesOf('pods'),
  ),
  workersCase('ResourceQuotaController', 'ConcurrentResourceQuotaSyncs', [2, 6], createQuotas, {
    verb: ['update', 'patch'],
    resource: 'resourcequotas/status',
  }),
  workersCase('SAController', 'ConcurrentSATokenSyncs', [3, 9], giveObjects('account', 'tokenSecret'), {
    verb: ['update', 'patch'],
    resource: 'secrets',
  }),
  workersCase('TTLAfterFinishedController', 'ConcurrentTTLSyncs', [4, 8], giveObjects('finishedJob'), {
    verb: ['get', 'delete'],
    resource: 'jobs',
  }),
  workersCase(
    'ValidatingAdmissionPolicyStatusController',
    'ConcurrentPolicySyncs',
    [6, 3],
    giveObjects('policy'),
    {
      verb: ['update', 'patch'],
      resource: 'validatingadmissionpolicies/status',
    },
  ),
]

function workersCase(
  block: string,
  name: string,
  values: WorkersCase['values'],
  createObject: WorkersCase['createObject'],
  request: Matching,
): WorkersCase {
  const heldRequestFilter: Matching = clusterWideBlocks.has(block)
    ? request
    : { ...request, namespace: namespaceOf(block) }
  return { block, field: `/${block}/${name}`, values, createObject, firstRequest: heldRequestFilter }
}

/** Returns the namespace in which a controller is tested. */
export function namespaceOf(block: string): string {
  return `of-${block.toLowerCase()}`
}
