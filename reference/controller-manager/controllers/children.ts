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
import { isFinished } from './finished.ts'

type WorkersPointer = Extract<ControllerManagerField, { readonly type: 'int32' }>['pointer']

/** A control loop that makes what an object of its sort lacks. */
interface ChildMaking {
  readonly name: string
  /** The field that says how many objects are worked on at one time. */
  readonly workers: WorkersPointer
  readonly of: Resource
  readonly child: Resource
  /** How many children an object wants; default one. */
  readonly wants?: (owner: ApiObject) => number
  /** What the children say beside name and owner. */
  readonly made: (owner: ApiObject) => ApiObject
  /** The same loop where a freedom has it make something else. */
  readonly otherwise?: Pick<ChildMaking, 'child' | 'made'>
}

const podOf = (owner: ApiObject) => {
  const { metadata, spec } = mapAt(owner, 'spec.template')
  return { labels: mapAt(metadata, 'labels'), spec }
}

const revisionOf = (owner: ApiObject) => ({ revision: 1, data: { spec: mapAt(owner, 'spec.template') } })

const replicas = (owner: ApiObject) => numberAt(owner, 'spec.replicas', 1)

const lastScheduled = (owner: ApiObject) =>
  timeAt(owner, 'status.lastScheduleTime') || timeAt(owner, 'metadata.creationTimestamp')

/** The loops that make one sort of objects of another. */
export const childControllers: readonly Controller[] = [
  making({
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
  making({
    name: 'replicaset-controller',
    workers: '/ReplicaSetController/ConcurrentRSSyncs',
    of: resources.replicaSets,
    child: resources.pods,
    wants: replicas,
    made: podOf,
  }),
  making({
    name: 'replicationcontroller-controller',
    workers: '/ReplicationController/ConcurrentRCSyncs',
    of: resources.replicationControllers,
    child: resources.pods,
    wants: replicas,
    made: podOf,
  }),
  making({
    name: 'daemonset-controller',
    workers: '/DaemonSetController/ConcurrentDaemonSetSyncs',
    of: resources.daemonSets,
    child: resources.revisions,
    made: revisionOf,
    otherwise: { child: resources.pods, made: podOf },
  }),
  making({
    name: 'statefulset-controller',
    workers: '/StatefulSetController/ConcurrentStatefulSetSyncs',
    of: resources.statefulSets,
    child: resources.revisions,
    made: revisionOf,
    otherwise: { child: resources.pods, made: podOf },
  }),
  making({
    name: 'job-controller',
    workers: '/JobController/ConcurrentJobSyncs',
    of: resources.jobs,
    child: resources.pods,
    wants: (owner) => (isFinished(owner) ? 0 : numberAt(owner, 'spec.parallelism', 1)),
    made: podOf,
  }),
  making({
    name: 'cronjob-controller',
    workers: '/CronJobController/ConcurrentCronJobSyncs',
    of: resources.cronJobs,
    child: resources.jobs,
    // Every schedule counts as one of every minute: nothing documented turns on the others.
    wants: (owner) => (lastScheduled(owner) < Date.now() - 60_000 ? 1 : 0),
    made: (owner) => ({ spec: mapAt(owner, 'spec.jobTemplate.spec') }),
  }),
]

function making({ name, workers, of, wants = () => 1, otherwise, ...usual }: ChildMaking): Controller {
  return {
    name,
    start(loop: Loop) {
      const isOther = otherwise !== undefined && loop.quirks.freedom('pods-without-revisions')
      const { child, made } = isOther ? otherwise : usual
      const children = loop.informer(child)
      loop.work(of, {
        workers: loop.config.value(workers),
        needs: [child],
        async sync(owner) {
          const own = children.all.filter((each) => isOwnedBy(each, owner))
          for (let number = own.length; number < wants(owner); number++) {
            // One by one: how many at a time is a matter of the workers.
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

/** Whether something that a pod wants is missing: the claims of its ephemeral volumes. */
const ephemeralVolumes = (pod: ApiObject) => listAt(pod, 'spec.volumes').filter((one) => 'ephemeral' in one)

/** Makes the claims of ephemeral volumes. */
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
          // One by one: how many at a time is a matter of the workers.
          await loop.write.create(resources.claims, { metadata, spec })
        }
      },
    })
  },
}
