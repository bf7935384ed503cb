import type { ApiObject } from '../../manager/api.ts'
import { listAt, nameOf, textsAt } from '../../manager/object.ts'
import { resources } from '../../manager/engine/resources.ts'
import type { Cloud } from '../cloud.ts'
import type { Controller } from './controller.ts'
import { fault } from '../../quirks/quirks.ts'

/** Creates routes at the cloud for the pod ranges of nodes. */
export const routeController = (cloud: Cloud): Controller => ({
  name: 'route-controller',
  start(loop) {
    const { config } = loop
    if (!config.value('/OrchCloudShared/ConfigureCloudRoutes')) return
    const cluster = config.value('/OrchCloudShared/ClusterName')
    const nodes = loop.informer(resources.nodes)
    const createdRoutes = new Set<string>()
    loop.every(config.value('/OrchCloudShared/RouteReconciliationPeriod'), async () => {
      await nodes.synced()
      const existingRoutes = listAt(await cloud.call('list-routes', { cluster }), 'routes')
      for (const { name, node, range } of existingRoutes) {
        const isRouteCurrent = nodes.all.some(
          (existingNode) => nameOf(existingNode) === node && rangesOf(existingNode).includes(String(range)),
        )
        if (!isRouteCurrent && !fault('cloud-routes-kept'))
          await cloud.call('delete-route', { cluster, name })
      }
      const wantedRoutes = nodes.all.flatMap((node) =>
        rangesOf(node).map((range) => ({ node: nameOf(node), range })),
      )
      for (const { node, range } of wantedRoutes) {
        const hasRoute = existingRoutes.some((route) => route['node'] === node && route['range'] === range)
        if (hasRoute || fault('cloud-routes-not-made')) continue
        if (createdRoutes.has(`${node} ${range}`) && fault('cloud-routes-made-once')) continue
        createdRoutes.add(`${node} ${range}`)
        // Sequential: a route that fails delays the remaining routes until the next period.
        await cloud.call('create-route', { cluster, node, range })
      }
    })
  },
})

/** Returns the ranges of a node. */
function rangesOf(node: ApiObject): readonly string[] {
  return textsAt(node, 'spec.podCIDRs').filter(
    (_, index) => index === 0 || !fault('cloud-routes-of-first-range-alone'),
  )
}
