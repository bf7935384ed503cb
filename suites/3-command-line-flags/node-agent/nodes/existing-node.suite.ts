import { becomesTrue, expect, rulesOf, says, test } from '#kit'
import { nodeName } from '#harness/programs/node-agent.ts'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { startAgentFixture } from '../fixture.ts'
import type { NodeObject } from './node-object.ts'
import { internalAddresses } from './node-with-flags.ts'

const { must } = rulesOf({ program: 'node-agent', limitMs: 120_000 })

const maxPods = '17'
const wrongValues = { pods: '3', address: '192.0.2.200' } as const
const reportedWithinMs = 15_000
const ref = { resource: 'nodes', name: nodeName }
const wrongStatus = {
  capacity: { pods: wrongValues.pods },
  allocatable: { pods: wrongValues.pods },
  addresses: [{ type: 'InternalIP', address: wrongValues.address }],
}

must('agent.node.existing', flagRow('--register-node', 'a node that exists'), () => {
  says('The object of a node that exists already has the status of its agent, also after others change it.')
  test(
    { title: 'replaces a wrong status at the start, and each later wrong status', id: 'replaced' },
    async () => {
      const { api } = await startAgentFixture({
        flags: { '--max-pods': maxPods, '--node-status-update-frequency': '1s' },
        prepareApi: (one) => {
          one.hand.create({
            apiVersion: 'v1',
            kind: 'Node',
            metadata: { name: nodeName },
            spec: {},
            status: wrongStatus,
          })
        },
      })
      for (const ordinal of ['first', 'second', 'third']) {
        if (ordinal !== 'first') api.hand.patch(ref, { status: wrongStatus })
        await becomesTrue(() => isStatusCorrect(api), reportedWithinMs)
        const { status } = nodeOf(api)
        expect(status?.capacity?.pods, `pods after the ${ordinal} time`).toBe(maxPods)
        expect(status?.allocatable?.pods, `pods to schedule after the ${ordinal} time`).toBe(maxPods)
        expect(internalAddresses(nodeOf(api)), `addresses after the ${ordinal} time`).not.toContain(
          wrongValues.address,
        )
      }
    },
  ).sees('existing-node-not-reported')
})

const nodeOf = (api: ApiServer): NodeObject => (api.hand.get(ref) ?? {}) as NodeObject

function isStatusCorrect(api: ApiServer): boolean {
  const { status } = nodeOf(api)
  const isReported = status?.capacity?.pods === maxPods && status.allocatable?.pods === maxPods
  return isReported && internalAddresses(nodeOf(api))?.includes(wrongValues.address) === false
}
