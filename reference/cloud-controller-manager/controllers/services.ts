import type { ApiObject } from '../../manager/api.ts'
import { valueAt, keyOf, listAt, nameOf, textAt, textsAt } from '../../manager/object.ts'
import { resources } from '../../manager/engine/resources.ts'
import type { Cloud } from '../cloud.ts'
import type { Controller, Loop } from './controller.ts'
import { fault } from '../../quirks/quirks.ts'

/** Finalizer that keeps a service until its load balancer is deleted. */
const finalizer = 'service.orch.io/load-balancer-cleanup'

/** Creates a load balancer for each service that requests it, and deletes the load balancers of deleted services. */
export const serviceController = (cloud: Cloud): Controller => ({
  name: 'service-controller',
  start(loop) {
    const { config } = loop
    const cluster = config.value('/OrchCloudShared/ClusterName')
    const services = loop.informer(resources.services)
    const nodes = loop.informer(resources.nodes)
    // Names of the nodes that the cloud was last given for the balancer of each service, by the key of the service.
    const nodesOfBalancer = new Map<string, string>()
    const names = () => nodes.all.map(nameOf)
    const isStale = (service: ApiObject) =>
      nodesOfBalancer.has(keyOf(service)) && nodesOfBalancer.get(keyOf(service)) !== names().join()
    const update = async (service: ApiObject) => {
      nodesOfBalancer.set(keyOf(service), names().join())
      await cloud.call('update-load-balancer', { cluster, service: keyOf(service), nodes: names() })
    }
    const queue = loop.work(resources.services, {
      workers: config.value('/ServiceController/ConcurrentServiceSyncs'),
      needs: [resources.nodes],
      takes: (service) => needsBalancerUpdate(service) && !fault('cloud-balancers-not-made'),
      async sync(service) {
        if (valueAt(service, 'metadata.deletionTimestamp') !== undefined) {
          nodesOfBalancer.delete(keyOf(service))
          await deleteBalancer(loop, cloud, cluster, service)
        } else if (needsBalancerUpdate(service)) {
          await ensureBalancer(loop, cloud, cluster, service)
          nodesOfBalancer.set(keyOf(service), names().join())
        } else if (isStale(service)) await update(service)
      },
    })
    nodes.listen(() => {
      for (const service of services.all.filter(isStale)) {
        if (fault('cloud-balancers-updated-beside-workers')) void update(service).catch(() => {})
        else queue.add(keyOf(service))
      }
    })
  },
})

/** Reports whether a service needs work: it has no balancer yet, or it is being deleted and still has a balancer. */
function needsBalancerUpdate(service: ApiObject): boolean {
  if (valueAt(service, 'metadata.deletionTimestamp') !== undefined)
    return textsAt(service, 'metadata.finalizers').includes(finalizer)
  const hasIngress = listAt(service, 'status.loadBalancer.ingress').length > 0
  return textAt(service, 'spec.type') === 'LoadBalancer' && !hasIngress
}

async function ensureBalancer(loop: Loop, cloud: Cloud, cluster: string, service: ApiObject): Promise<void> {
  const finalizers = [...new Set([...textsAt(service, 'metadata.finalizers'), finalizer])]
  await loop.write.patch(resources.services, service, { metadata: { finalizers } })
  const nodes = loop.informer(resources.nodes).all.map(nameOf)
  const { ingress } = await cloud.call('ensure-load-balancer', { cluster, service: keyOf(service), nodes })
  await loop.write.patch(resources.services, service, { status: { loadBalancer: { ingress } } }, 'status')
}

async function deleteBalancer(loop: Loop, cloud: Cloud, cluster: string, service: ApiObject): Promise<void> {
  await cloud.call('delete-load-balancer', { cluster, service: keyOf(service) })
  const finalizers = textsAt(service, 'metadata.finalizers').filter((name) => name !== finalizer)
  await loop.write.patch(resources.services, service, { metadata: { finalizers } })
}
