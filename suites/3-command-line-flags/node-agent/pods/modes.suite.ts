import { expect } from '#harness/check/expect.ts'
import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { nodeName } from '#harness/programs/node-agent.ts'
import { comesTrue } from '#harness/machine/until.ts'
import { flagRow } from '../table/rows.ts'
import { sharedWorld } from '../world.ts'

const program = 'node-agent'

const { must } = rulesOf({ document: 3, section: 'What the service does', program })

const happensWithinMs = 15_000
const world = sharedWorld(() => ({}))

must('agent.modes', 'node agent: --orchconfig', () => {
  says('With --orchconfig the agent works for the API server, without it alone.')
  test(
    {
      title: 'calls the API server when it is configured',
      id: 'asks the API server when it is told of one',
    },
    async () => {
      const { api } = await world()
      expect(
        await comesTrue(() => api.journal.some(({ path }) => path.includes(nodeName)), happensWithinMs),
      ).toBe(true)
    },
  ).sees('orchconfig-ignored')
})

must('agent.flag.orchconfig.mode', flagRow('--orchconfig', 'mode'), () => {
  says('With --orchconfig the node is registered and runs the pods of the API server.')
  test('registers', async () => {
    const { api } = await world()
    const found = () => api.hand.get({ resource: 'nodes', name: nodeName })
    expect(await comesTrue(() => found() !== undefined, happensWithinMs)).toBe(true)
  }).sees('orchconfig-ignored', 'never-registers')
})
