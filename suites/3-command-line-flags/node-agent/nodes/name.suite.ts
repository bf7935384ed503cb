import { becomesTrue, expect, rulesOf, says, test } from '#kit'
import { nodeName } from '#harness/programs/node-agent.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { containersOf, podObject, sharedAgentFixture, startsInTime } from '../fixture.ts'

const { must } = rulesOf({ program: 'node-agent' })

const name = 'node-b'
const reportsWithinMs = 15_000
const renamedFixture = sharedAgentFixture(() => ({ flags: { '--hostname-override': name } }))

must('agent.node.name-everywhere', flagRow('--hostname-override', 'pods and status'), () => {
  says('With --hostname-override the agent runs the pods of the node of that name, and reports its status.')
  test(
    { title: 'runs the pods of the node of the flag, and none of the node of the real hostname', id: 'pods' },
    async () => {
      const { api, runtime } = await renamedFixture()
      api.hand.create(podObject('of-host', { nodeName }))
      api.hand.create(podObject('of-flag', { nodeName: name }))
      expect(await startsInTime(runtime, 'of-flag')).toBe(true)
      expect(containersOf(runtime, 'of-host')).toEqual([])
    },
  ).sees('pods-of-real-hostname')

  test({ title: 'reports the status of the node of the flag alone', id: 'status' }, async () => {
    const { api } = await renamedFixture()
    const names = () =>
      api.journal
        .filter(
          ({ method, path }) => ['PATCH', 'PUT'].includes(method) && /\/nodes\/[^/]+\/status$/.test(path),
        )
        .map(({ path }) => path.split('/').at(-2))
    expect(await becomesTrue(() => names().length > 0, reportsWithinMs)).toBe(true)
    expect(new Set(names())).toEqual(new Set([name]))
  }).sees('status-of-real-hostname')
})
