import { becomesTrue, expect, rulesOf, says, shared, test, until } from '#kit'
import { nodeName } from '#harness/programs/node-agent.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { nodeExists, manifest, startsInTime, sharedAgentWithoutApi, sharedAgentFixture } from '../fixture.ts'
import type { NodeObject } from './node-object.ts'
import { isNodeStatus } from './status-writes.ts'

const { must } = rulesOf({ program: 'node-agent' })

const happensWithinMs = 15_000
const againAfterMs = 500

const unregisteredFixture = sharedAgentFixture(() => ({
  flags: {
    '--register-node': false,
    '--register-with-taints': 'own=x:NoSchedule',
    '--node-status-update-frequency': '1s',
  },
}))

/** Pods of a node that another client registers after the agent has requested it. */
const registeredPods = shared(
  async () => {
    const { api } = await unregisteredFixture()
    const nodeReads = () =>
      api.journal.filter(({ method, path }) => method === 'GET' && path.endsWith(`/nodes/${nodeName}`))
    const posts = () => api.journal.filter(({ method, path }) => method === 'POST' && path.endsWith('/nodes'))
    // Reports whether the agent has requested the node again without a registration after the first request.
    const hasReadAgain = () => (nodeReads().at(-1)?.atMs ?? 0) - (nodeReads()[0]?.atMs ?? 0) > againAfterMs
    await until(() => hasReadAgain() || posts().length > 0, {
      withinMs: happensWithinMs,
      what: 'the API server was asked about the node',
    })
    if (!nodeExists(api)) api.hand.create({ apiVersion: 'v1', kind: 'Node', metadata: { name: nodeName } })
    return { isReported: await becomesTrue(() => api.journal.some(isNodeStatus), happensWithinMs) }
  },
  async () => {},
)

must('agent.node.register', flagRow('--register-node', 'off'), () => {
  says('With --register-node=false the node is not registered.')
  test('registers no node', async () => {
    const { api } = await unregisteredFixture()
    const { isReported } = await registeredPods()
    const nodePosts = api.journal.filter(({ method, path }) => method === 'POST' && path.endsWith('/nodes'))
    expect(nodePosts.map(({ path }) => path)).toEqual([])
    expect(isReported, 'the status of a node that somebody else registered is updated').toBe(true)
  }).sees('registers-anyway')
})

must('agent.node.taints-unregistered', flagRow('--register-with-taints', 'without registration'), () => {
  says('Without registration, --register-with-taints has no effect.')
  test(
    { title: 'gives no taint to an existing node', id: 'gives no taint to a node that is there' },
    async () => {
      const { api } = await unregisteredFixture()
      expect((await registeredPods()).isReported, 'the status of the node is updated').toBe(true)
      const { spec } = (api.hand.get({ resource: 'nodes', name: nodeName }) ?? {}) as NodeObject
      expect((spec?.taints ?? []).map(({ key }) => key)).not.toContain('own')
    },
  ).sees('taints-without-registration')
})

const agentWithoutApi = sharedAgentWithoutApi(() => ({
  flags: { '--register-node': false, '--pod-manifest-path': manifest('alone') },
}))

must('agent.node.register-alone', flagRow('--register-node', 'without an API server'), () => {
  says('Without --orchconfig, --register-node does not matter.')
  test({ title: 'runs its pods without registration', id: 'runs its pods all the same' }, async () => {
    expect(await startsInTime((await agentWithoutApi()).runtime, 'alone')).toBe(true)
  }).sees('unregistered-runs-nothing')
})
