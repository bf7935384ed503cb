import type { ApiObject } from '../../manager/api.ts'
import type { Controller, Loop } from './controller.ts'
import type { FaultName } from '../../quirks/names.ts'
import {
  conditionOf,
  isSelected,
  keyOf,
  mapAt,
  nameOf,
  namespaceOf,
  textAt,
  uidOf,
} from '../../manager/object.ts'
import { resources } from '../../manager/engine/resources.ts'
import type { WorkQueue } from '../../manager/engine/work-queue.ts'
import { fault } from '../../quirks/quirks.ts'

/** Returns the pods of a service that have an address, sorted by name. */
export function podsOf(loop: Loop, service: ApiObject): readonly ApiObject[] {
  return loop
    .informer(resources.pods)
    .all.filter(
      (pod) =>
        namespaceOf(pod) === namespaceOf(service) &&
        isSelected(pod, mapAt(service, 'spec.selector')) &&
        textAt(pod, 'status.podIP') !== '',
    )
    .toSorted((pod, otherPod) => (nameOf(pod) < nameOf(otherPod) ? -1 : 1))
}

export const hasSelector = (service: ApiObject) => Object.keys(mapAt(service, 'spec.selector')).length > 0

/** Queues the services of each pod that changes. Changes within `batchMs` are processed together. */
export function followPods(loop: Loop, queue: WorkQueue, batchMs: number): void {
  loop.informer(resources.pods).listen(({ now, before, again }) => {
    const ignoringFault = again ? undefined : faultOf(now, before)
    if (ignoringFault === undefined) return
    for (const service of loop.informer(resources.services).all) {
      const selector = mapAt(service, 'spec.selector')
      const isServiceOfPod = [now, before].some(
        (pod) => pod !== undefined && namespaceOf(pod) === namespaceOf(service) && isSelected(pod, selector),
      )
      if (!isServiceOfPod) continue
      const delayMs =
        batchMs > 0 && loop.informer(resources.pods).isSynced && fault('batch-period-doubled')
          ? 2 * batchMs
          : batchMs
      const restarts = delayMs > 0 && fault('batch-period-restarted')
      queue.addAfter(keyOf(service), fault(ignoringFault) ? 0 : delayMs, restarts)
    }
  })
}

/**
 * Returns the name of the fault with which this change of a pod is processed without a delay; `undefined` if the change
 * does not affect endpoints.
 */
function faultOf(now: ApiObject | undefined, before: ApiObject | undefined): FaultName | undefined {
  if (now === undefined) return 'pod-deletions-not-batched'
  if (before === undefined) return 'pod-additions-not-batched'
  if (JSON.stringify(mapAt(now, 'metadata.labels')) !== JSON.stringify(mapAt(before, 'metadata.labels')))
    return 'pod-labels-not-batched'
  if (textAt(now, 'status.podIP') !== textAt(before, 'status.podIP')) return 'pod-addresses-not-batched'
  return isReady(now) === isReady(before) ? undefined : 'pod-readiness-not-batched'
}

export const isReady = (pod: ApiObject) => conditionOf(pod, 'Ready')?.['status'] === 'True'

/** Returns the reference from an endpoint to its pod. */
export const targetOf = (pod: ApiObject) => ({
  kind: 'Pod',
  namespace: namespaceOf(pod),
  name: nameOf(pod),
  uid: uidOf(pod),
})

const addressOf = (pod: ApiObject) => ({
  ip: textAt(pod, 'status.podIP'),
  nodeName: textAt(pod, 'spec.nodeName') || undefined,
  targetRef: targetOf(pod),
})

/** Maintains the endpoints of services. */
export const endpointsController: Controller = {
  name: 'endpoints-controller',
  start(loop) {
    const endpoints = loop.informer(resources.endpoints)
    const queue = loop.work(resources.services, {
      workers: loop.config.value('/EndpointController/ConcurrentEndpointSyncs'),
      needs: [resources.endpoints, resources.pods],
      takes: hasSelector,
      async sync(service) {
        const pods = podsOf(loop, service)
        const [addresses, notReadyAddresses] = [true, false].map((ready) =>
          pods.filter((pod) => isReady(pod) === ready).map(addressOf),
        )
        const subsets = pods.length === 0 ? [] : [{ addresses, notReadyAddresses, ports: portsOf(service) }]
        const metadata = { name: nameOf(service), namespace: namespaceOf(service) }
        const existingEndpoints = endpoints.get(keyOf(service))
        if (existingEndpoints === undefined)
          await loop.write.create(resources.endpoints, { metadata, subsets })
        else if (JSON.stringify(existingEndpoints['subsets'] ?? []) !== JSON.stringify(subsets))
          await loop.write.update(resources.endpoints, { ...existingEndpoints, subsets })
      },
    })
    followPods(loop, queue, loop.config.value('/EndpointController/EndpointUpdatesBatchPeriod'))
  },
}

/**
 * Returns the ports on which the pods of a service listen. Named target ports and protocols other than TCP are not
 * supported.
 */
export function portsOf(service: ApiObject): readonly ApiObject[] {
  const { ports } = mapAt(service, 'spec')
  return Array.isArray(ports)
    ? ports.map((port) => ({
        name: textAt(port, 'name') || undefined,
        port: Number(mapAt({ port }, 'port')['targetPort'] ?? mapAt({ port }, 'port')['port']),
        protocol: 'TCP',
      }))
    : []
}
