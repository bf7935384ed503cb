import { conditionOf, nameOf } from '../../manager/object.ts'
import { resources } from '../../manager/engine/resources.ts'
import type { Cloud } from '../cloud.ts'
import type { Controller } from './controller.ts'
import { fault } from '../../quirks/quirks.ts'

/** Deletes unresponsive nodes that the cloud no longer has. */
export const nodeLifecycleController = (cloud: Cloud): Controller => ({
  name: 'cloud-node-lifecycle-controller',
  start(loop) {
    const nodes = loop.informer(resources.nodes)
    loop.every(loop.config.value('/OrchCloudShared/NodeMonitorPeriod'), async () => {
      await nodes.synced()
      const unreadyNodes = nodes.all.filter((node) => conditionOf(node, 'Ready')?.['status'] !== 'True')
      await Promise.all(
        unreadyNodes.map(async (node) => {
          const { exists } = await cloud.call('instance-exists', { node: nameOf(node) })
          if (exists !== false || fault('cloud-nodes-kept')) return
          await loop.write.remove(resources.nodes, node)
        }),
      )
    })
  },
})
