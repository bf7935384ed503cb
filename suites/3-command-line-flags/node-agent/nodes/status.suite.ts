import { becomesTrue, currentCheck, expect, nowMs, rulesOf, says, test } from '#kit'
import { nodeName } from '#harness/programs/node-agent.ts'
import { targetDialect } from '../../../shared/dialect.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { nodeExists, sharedAgentFixture, type AgentFixture } from '../fixture.ts'
import type { NodeObject } from './node-object.ts'
import {
  minimalAgent,
  imageCount,
  reservingAgent,
  reportedNode,
  nodeWithCapacity,
  withImages,
} from './status-fixtures.ts'
import { isNodeStatus } from './status-writes.ts'

const program = 'node-agent'

const { must, unspecified } = rulesOf({ document: 3, section: 'Limits', program })

const eventWithinMs = 15_000

const reportsEveryMs = 1_000
const agentWithoutImages = sharedAgentFixture(() => ({
  prepare: withImages,
  flags: { '--node-status-max-images': 0, '--node-status-update-frequency': `${reportsEveryMs}ms` },
}))

const images = (node: NodeObject) => node.status?.images?.length ?? 0

must('agent.node.images', 'node status images', () => {
  says('Node status lists at most --node-status-max-images images; -1 is no limit.')
  test({ title: 'reports no more images than the limit', id: 'tells of no more' }, async () => {
    expect(images(await reportedNode(reservingAgent, (node) => images(node) > 0))).toBe(7)
  }).sees('status-images-not-capped')

  test({ title: 'reports all images when the flag is -1', id: 'tells of all for -1' }, async () => {
    expect(images(await reportedNode(minimalAgent, (node) => images(node) >= imageCount))).toBe(imageCount)
  }).sees('status-images-always-capped')
})

must('agent.node.no-images', flagRow('--node-status-max-images', '0'), () => {
  says('Node status lists no images if --node-status-max-images is 0.')
  test({ title: 'reports no image when the flag is 0', id: 'none' }, async () => {
    const { api, runtime } = await agentWithoutImages()
    const reports = () => api.journal.filter(isNodeStatus)
    const listed = () => runtime.asked('ListImages').find(({ outcome }) => outcome !== undefined)
    await becomesTrue(() => listed() !== undefined, eventWithinMs)
    const listedMs = listed()?.atMs ?? nowMs()
    expect(await becomesTrue(() => nodeExists(api), eventWithinMs), 'the node').toBe(true)
    // Changes the status, because agents may skip an unchanged status.
    api.hand.patch({ resource: 'nodes', name: nodeName }, { status: { conditions: [] } })
    const hasReported = () => reports().some(({ atMs }) => atMs > listedMs + reportsEveryMs)
    expect(await becomesTrue(hasReported, eventWithinMs), 'a later report').toBe(true)
    const node = (api.hand.get({ resource: 'nodes', name: nodeName }) ?? {}) as NodeObject
    expect(node.status?.capacity?.pods, 'the reported capacity').toBeDefined()
    expect(images(node)).toBe(0)
  }).sees('status-images-zero-is-no-cap', 'status-images-not-capped')
})

must('agent.node.cloud', flagRow('--cloud-provider', 'behaviour'), () => {
  says('With --cloud-provider=external the node waits for an external provider, otherwise for none.')
  const key = 'node.cloudprovider.orch.io/uninitialized'
  const taints = async (fixture: () => Promise<AgentFixture>) =>
    ((await reportedNode(fixture, ({ spec }) => spec)).spec?.taints ?? []).map((taint) => taint.key)
  test(
    {
      title: 'the node is tainted until the provider has initialized it',
      id: 'is tainted until the provider has seen it',
    },
    async () => {
      expect(await taints(reservingAgent)).toContain(targetDialect().text(key))
    },
  ).sees('cloud-taint-not-sent')

  test({ title: 'the node is not tainted without a provider', id: 'is not without one' }, async () => {
    expect((await nodeWithCapacity(minimalAgent)).status?.capacity?.pods).toBeDefined()
    expect(await taints(minimalAgent)).not.toContain(targetDialect().text(key))
  }).sees('never-registers')
})

must('agent.node.attach-detach', flagRow('--enable-controller-attach-detach', 'behaviour'), () => {
  says('With --enable-controller-attach-detach the node leaves its volumes to the controller.')
  const key = 'volumes.orch.io/controller-managed-attach-detach'
  const attachAnnotation = async (fixture: () => Promise<AgentFixture>) =>
    (await nodeWithCapacity(fixture)).metadata?.annotations?.[targetDialect().text(key)]
  test({ title: 'the node reports that the controller attaches volumes', id: 'says so' }, async () => {
    expect(await attachAnnotation(reservingAgent)).toBe('true')
  }).sees('attach-detach-never-left')

  test(
    {
      title: 'the node does not report that the controller attaches volumes when the flag is false',
      id: 'does not say so when it is false',
    },
    async () => {
      expect((await nodeWithCapacity(minimalAgent)).metadata?.name).toBe(nodeName)
      expect(await attachAnnotation(minimalAgent)).toBeUndefined()
    },
  ).sees('attach-detach-always-left')
})

unspecified(
  'agent.node.lease',
  { section: 'What the service does', row: 'node agent: registration', aspect: 'life' },
  () => {
    says('How a node agent shows that it lives is left open.')
    test(
      { title: 'records whether the node has a lease', id: 'observes whether the node has a lease' },
      async () => {
        const { api } = await reservingAgent()
        const lease = () =>
          api.hand.list('leases.coordination.'.concat(targetDialect().groupDomain ?? 'orch.io')).length > 0
        const leaseExists = await becomesTrue(lease, eventWithinMs)
        currentCheck().observe('a lease', leaseExists)
      },
    )
  },
)
