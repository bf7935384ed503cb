import type { ApiObject } from '../../manager/api.ts'
import type { ControllerManagerField } from '../kind.ts'
import type { Controller, Loop } from './controller.ts'
import {
  isOwnedBy,
  listAt,
  mapAt,
  nameOf,
  namespaceOf,
  numberAt,
  ownerReference,
  timeAt,
} from '../../manager/object.ts'
import { type Resource, resources } from '../../manager/engine/resources.ts'
import { isFinished } from './finished-jobs.ts'
import { freedom } from '../../quirks/quirks.ts'

type WorkersPointer = Extract<ControllerManagerField, { readonly type: 'int32' }>['pointer']

/** Definition of a control loop that creates the missing children of an object. */
interface ChildControllerSpec {
  readonly name: string
  /** Field with the number of objects to process concurrently. */
  readonly workers: WorkersPointer
  readonly of: Resource
  readonly child: Resource
  /** Number of children that an object requires; default one. */
  readonly wants?: (owner: ApiObject) => number
  /** Content of the children in addition to name and owner. */
  readonly made: (owner: ApiObject) => ApiObject
  /** Children that the loop creates instead, with a freedom. */
  readonly otherwise?: Pick<ChildControllerSpec, 'child' | 'made'>
}

const podOf = (owner: ApiObject) => {
  const { metadata, spec } = mapAt(owner, 'spec.template')
  return { labels: mapAt(metadata, 'labels'), spec }
}

const revisionOf = (owner: ApiObject) => ({ revision: 1, data: { spec: mapAt(owner, 'spec.template') } })

const replicas = (owner: ApiObject) => numberAt(owner, 'spec.replicas', 1)

const lastScheduleMs = (owner: ApiObject) =>
  timeAt(owner, 'status.lastScheduleTime') || timeAt(owner, 'metadata.creationTimestamp')

/** Loops that create objects of one kind for each object of another kind. */
export const childControllers: readonly Controller[] = [
  childController({
    name: 'deployment-controller',
    workers: '/DeploymentController/ConcurrentDeploymentSyncs',
    of: resources.deployments,
    child: resources.replicaSets,
    made: (owner) => ({
      labels: mapAt(owner, 'spec.template.metadata.labels'),
      spec: {
        replicas: replicas(owner),
        selector: mapAt(owner, 'spec.selector'),
        template: mapAt(owner, 'spec.template'),
      },
    }),
  }),
  childController({
    name: 'replicaset-controller',
    workers: '/ReplicaSetController/ConcurrentRSSyncs',
    of: resources.replicaSets,
    child: resources.pods,
    wants: replicas,
    made: podOf,
  }),
  childController({
    name: 'replicationcontroller-controller',
    workers: '/ReplicationController/ConcurrentRCSyncs',
    of: resources.replicationControllers,
    child: resources.pods,
    wants: replicas,
    made: podOf,
  }),
  childController({
    name: 'daemonset-controller',
    workers: '/DaemonSetController/ConcurrentDaemonSetSyncs',
    of: resources.daemonSets,
    child: resources.revisions,
    made: revisionOf,
    otherwise: { child: resources.pods, made: podOf },
  }),
  childController({
    name: 'statefulset-controller',
    workers: '/StatefulSetController/ConcurrentStatefulSetSyncs',
    of: resources.statefulSets,
    child: resources.revisions,
    made: revisionOf,
    otherwise: { child: resources.pods, made: podOf },
  }),
  childController({
    name: 'job-controller',
    workers: '/JobController/ConcurrentJobSyncs',
    of: resources.jobs,
    child: resources.pods,
    wants: (owner) => (isFinished(owner) ? 0 : numberAt(owner, 'spec.parallelism', 1)),
    made: podOf,
  }),
  childController({
    name: 'cronjob-controller',
    workers: '/CronJobController/ConcurrentCronJobSyncs',
    of: resources.cronJobs,
    child: resources.jobs,
    // Every schedule is treated as "every minute", because no documented statement depends on other schedules.
    wants: (owner) => (lastScheduleMs(owner) < Date.now() - 60_000 ? 1 : 0),
    made: (owner) => ({ spec: mapAt(owner, 'spec.jobTemplate.spec') }),
  }),
]

function childController({
  name,
  workers,
  of,
  wants = () => 1,
  otherwise,
  ...usual
}: ChildControllerSpec): Controller {
  return {
    name,
    start(loop: Loop) {
      const isWithoutRevision = otherwise !== undefined && freedom('pods-without-revisions')
      const { child, made } = isWithoutRevision ? otherwise : usual
      const children = loop.informer(child)
      loop.work(of, {
        workers: loop.config.value(workers),
        needs: [child],
        async sync(owner) {
          const ownChildren = children.all.filter((childObject) => isOwnedBy(childObject, owner))
          for (let number = ownChildren.length; number < wants(owner); number++) {
            // Sequential: concurrency is determined by the workers.
            await loop.write.create(child, childOf(owner, number, made(owner)))
          }
        },
      })
    },
  }
}

function childOf(owner: ApiObject, number: number, { labels, ...rest }: ApiObject): ApiObject {
  const metadata = {
    name: `${nameOf(owner)}-${number}`,
    namespace: namespaceOf(owner),
    labels,
    ownerReferences: [ownerReference(owner)],
  }
  return { metadata, ...rest }
}

/** Returns the ephemeral volumes of a pod, which require claims. */
const ephemeralVolumes = (pod: ApiObject) =>
  listAt(pod, 'spec.volumes').filter((volume) => 'ephemeral' in volume)

/** Creates the claims of ephemeral volumes. */
export const ephemeralVolumeController: Controller = {
  name: 'ephemeral-volume-controller',
  start(loop) {
    const claims = loop.informer(resources.claims)
    loop.work(resources.pods, {
      workers: loop.config.value('/EphemeralVolumeController/ConcurrentEphemeralVolumeSyncs'),
      needs: [resources.claims],
      takes: (pod) => ephemeralVolumes(pod).length > 0,
      async sync(pod) {
        for (const volume of ephemeralVolumes(pod)) {
          const namespace = namespaceOf(pod)
          const name = `${nameOf(pod)}-${String(volume['name'])}`
          if (claims.get(`${namespace}/${name}`) !== undefined) continue
          const metadata = { name, namespace, ownerReferences: [ownerReference(pod)] }
          const { spec } = mapAt(volume, 'ephemeral.volumeClaimTemplate')
          // Sequential: concurrency is determined by the workers.
          await loop.write.create(resources.claims, { metadata, spec })
        }
      },
    })
  },
}
