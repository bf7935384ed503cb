import type { ApiObject } from '../../manager/api.ts'
import { keyOf, listAt, mapAt, nameOf, textAt } from '../../manager/object.ts'
import { resources } from '../../manager/engine/resources.ts'
import type { Cloud } from '../cloud.ts'
import type { Controller, Loop } from './controller.ts'
import { fault } from '../../quirks/quirks.ts'

/** Taint of a node whose data was not requested from the cloud yet. */
const uninitializedTaint = 'node.cloudprovider.orch.io/uninitialized'

/** Requests the data of new nodes from the cloud, and of all nodes once per period. */
export const nodeController = (cloud: Cloud): Controller => ({
  name: 'cloud-node-controller',
  start(loop) {
    const { config } = loop
    const nodes = loop.informer(resources.nodes)
    const queue = loop.work(resources.nodes, {
      workers: config.value('/NodeController/ConcurrentNodeSyncs'),
      takes: (node) => isUninitialized(node) && !fault('cloud-nodes-not-initialized'),
      sync: (node) => updateNode(loop, cloud, node),
    })
    loop.every(config.value('/NodeStatusUpdateFrequency'), async () => {
      await nodes.synced()
      for (const node of nodes.all.filter((candidateNode) => !isUninitialized(candidateNode))) {
        if (fault('cloud-node-status-beside-workers')) void updateNode(loop, cloud, node)
        else queue.add(keyOf(node))
      }
    })
  },
})

const isUninitialized = (node: ApiObject) =>
  listAt(node, 'spec.taints').some(({ key }) => key === uninitializedTaint)

/** Updates a node from the cloud. A new node also gets its provider ID and loses its taint. */
async function updateNode(loop: Loop, cloud: Cloud, node: ApiObject): Promise<void> {
  const metadata = await cloud.call('instance-metadata', { node: nameOf(node) })
  if (isUninitialized(node)) {
    const taints = listAt(node, 'spec.taints').filter(({ key }) => key !== uninitializedTaint)
    const spec = { taints, providerID: textAt(metadata, 'providerID') }
    await loop.write.patch(resources.nodes, node, { spec })
  }
  await writeAddresses(loop, node, metadata)
}

/** Number of written statuses, by node. Only faults use these numbers. */
const writeCounts = new Map<string, number>()

async function writeAddresses(loop: Loop, node: ApiObject, metadata: ApiObject): Promise<void> {
  const addresses = listAt(metadata, 'addresses')
  if (JSON.stringify(listAt(mapAt(node, 'status'), 'addresses')) === JSON.stringify(addresses)) return
  const writeCount = writeCounts.get(nameOf(node)) ?? 0
  if (writeCount > 0 && fault('cloud-node-status-written-once')) return
  const isOther = writeCounts.size > 0 && !writeCounts.has(nameOf(node))
  if (isOther && fault('cloud-node-status-of-first-alone')) return
  writeCounts.set(nameOf(node), writeCount + 1)
  await loop.write.patch(resources.nodes, node, { status: { addresses } }, 'status')
}
