import { nodeName } from '#harness/programs/node-agent.ts'
import { becomesTrue } from '#kit'
import { sharedAgentFixture, type AgentFixture, type AgentFixtureSpec } from '../fixture.ts'
import type { NodeObject } from './node-object.ts'

const eventWithinMs = 15_000
/** Number of images on the nodes. */
export const imageCount = 60

/** Adds images to a runtime. */
export const withImages: NonNullable<AgentFixtureSpec['prepare']> = ({ images }) => {
  for (let index = 0; index < imageCount; index += 1)
    images.add({ name: `registry.example/image-${index}:1`, sizeBytes: 1_000_000 + index })
}
/** A node with large reservations. */
export const reservingAgent = sharedAgentFixture(() => ({
  host: {},
  prepare: withImages,
  flags: {
    '--pods-per-core': 3,
    '--max-pods': 1_000,
    '--orch-reserved': 'cpu=100m,memory=100Mi,ephemeral-storage=1Mi',
    '--system-reserved': 'cpu=200m,memory=100Mi,ephemeral-storage=2Mi',
    '--eviction-hard': 'memory.available<100Mi,nodefs.available<4Mi',
    '--node-status-max-images': 7,
    '--cloud-provider': 'external',
    '--enable-controller-attach-detach': true,
  },
}))
/** A node with few reservations. */
export const minimalAgent = sharedAgentFixture(() => ({
  prepare: withImages,
  flags: {
    '--pods-per-core': 1_000,
    '--max-pods': 5,
    '--reserved-cpus': '0',
    '--orch-reserved': 'cpu=300m',
    '--eviction-hard': 'memory.available<100Mi',
    '--experimental-allocatable-ignore-eviction': true,
    '--node-status-max-images': -1,
    '--enable-controller-attach-detach': false,
    '--local-storage-capacity-isolation': false,
  },
}))

/** Returns the node's object once it contains the expected information, or after the longest wait. */
export async function reportedNode(
  fixture: () => Promise<AgentFixture>,
  read: (node: NodeObject) => unknown,
): Promise<NodeObject> {
  const { api } = await fixture()
  const node = () => (api.hand.get({ resource: 'nodes', name: nodeName }) ?? {}) as NodeObject
  await becomesTrue(() => Boolean(read(node())), eventWithinMs)
  return node()
}
/** Returns the node's object once it reports the allocatable resources. */
export const nodeWithCapacity = (fixture: () => Promise<AgentFixture>) =>
  reportedNode(fixture, ({ status }) => status?.allocatable?.memory)

/** Faults that prevent the registration of a node. */
export const ignoredFaults = ['never-registers', 'orchconfig-ignored']
