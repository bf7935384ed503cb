import { becomesTrue, expect, rule, test } from '#kit'
import type { ApiServer } from '#mocks/api-server/index.ts'
import type { InstanceMetadata, MockCloud } from '#mocks/cloud/index.ts'
import { cloudManagerRule, startCloudManager } from '../../shared/cloud-manager.ts'
import { ignoringFault } from '../../shared/controller-manager/leaves.ts'
import { createNode } from '../../shared/manager/nodes.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'

const field = '/NodeStatusUpdateFrequency'
const nodes = ['node-a', 'node-b', 'node-c'] as const
const withinMs = 15_000

/** Returns the addresses in the status of a node. */
function addressesOf(api: ApiServer, name: string): readonly string[] {
  const status = api.hand.get({ resource: 'nodes', name })?.status
  const { addresses = [] } = (status ?? {}) as {
    readonly addresses?: readonly { readonly address: string }[]
  }
  return addresses.map(({ address }) => address)
}

/** Moves the machines of all nodes to a network. */
function moveTo(cloud: MockCloud, network: string): void {
  cloud.answer({
    'instance-metadata': (metadata: InstanceMetadata) => ({
      ...metadata,
      addresses: metadata.addresses.map((one) =>
        one.type === 'InternalIP' ? { ...one, address: one.address.replace('192.0.2.', network) } : one,
      ),
    }),
  })
}

rule(
  {
    ...cloudManagerRule,
    id: 'manager.cloud.node-status-update-frequency.written',
    says: 'The status of each node has the addresses of its machine within a NodeStatusUpdateFrequency, each time that they change.',
    source: {
      document: 2,
      section: 'Top-level kinds',
      rows: ['CloudControllerManagerConfiguration members.NodeStatusUpdateFrequency'],
      aspect: 'status of nodes',
    },
  },
  () => {
    test(
      { title: 'writes the addresses of three nodes that change twice in the cloud', id: 'addresses' },
      async () => {
        const { api, cloud } = await startCloudManager({
          loops: ['nodes'],
          configuration: { NodeStatusUpdateFrequency: '1s' },
          prepareApi: (one) => {
            for (const name of nodes) createNode(one, name)
          },
        })
        for (const network of ['192.0.2.', '198.18.0.', '198.18.1.']) {
          moveTo(cloud, network)
          const nodesIn = () =>
            nodes.filter((name) => addressesOf(api, name).some((address) => address.startsWith(network)))
          await becomesTrue(() => nodesIn().length === nodes.length, withinMs)

          expect(nodesIn(), `nodes with an address in ${network}0`).toEqual(nodes)
        }
      },
    ).sees('cloud-node-status-written-once', 'cloud-node-status-of-first-alone', ignoringFault(field))

    test(
      { title: 'writes the addresses again that another client has overwritten', id: 'overwritten' },
      async () => {
        const { api } = await startCloudManager({
          loops: ['nodes'],
          configuration: { NodeStatusUpdateFrequency: '1s' },
          prepareApi: (one) => createNode(one, 'node-a'),
        })
        const isRight = () => addressesOf(api, 'node-a').includes('192.0.2.1')
        await expectWithin(isRight, { withinMs, what: 'the node has its address' })
        for (const ordinal of ['first', 'second']) {
          api.hand.patch(
            { resource: 'nodes', name: 'node-a' },
            { status: { addresses: [{ type: 'InternalIP', address: '203.0.113.9' }] } },
          )
          expect(isRight(), `the address before the ${ordinal} period`).toBe(false)
          await expectWithin(isRight, { withinMs, what: `the node has its address the ${ordinal} time` })
        }
      },
    ).sees('cloud-node-status-written-once', ignoringFault(field))
  },
)
