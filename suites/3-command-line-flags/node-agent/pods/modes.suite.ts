import { join } from 'node:path'
import { becomesTrue, expect, rulesOf, says, shared, test } from '#kit'
import { makeWorkspace, removeWorkspace, writePrivate } from '#kit/launch.ts'
import { nodeName } from '#harness/programs/node-agent.ts'
import { startApiServer } from '#mocks/api-server/index.ts'
import { targetDialect } from '../../../shared/dialect.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { manifest, startsInTime, sharedAgentWithoutApi, sharedAgentFixture } from '../fixture.ts'

const program = 'node-agent'

const { must } = rulesOf({ document: 3, section: 'What the service does', program })

const happensWithinMs = 15_000
const modesFixture = sharedAgentFixture(() => ({}))
// API server of an environment variable that an agent must not read.
const otherApi = shared(
  () => startApiServer({ groupDomain: targetDialect().groupDomain }),
  (server) => server.stop(),
)
const directory = shared(() => makeWorkspace('elsewhere'), removeWorkspace)
const agentWithoutApi = sharedAgentWithoutApi(async () => {
  const path = join(await directory(), 'client.yaml')
  writePrivate(path, (await otherApi()).clientConfiguration())
  return {
    env: { [targetDialect().text('ORCHCONFIG')]: path },
    flags: { '--pod-manifest-path': manifest('alone') },
  }
})

must('agent.modes', 'node agent: --orchconfig', () => {
  says('With --orchconfig the agent works for the API server, without it alone.')
  test(
    {
      title: 'calls the API server when it is configured',
      id: 'asks the API server when it is told of one',
    },
    async () => {
      const { api } = await modesFixture()
      expect(
        await becomesTrue(() => api.journal.some(({ path }) => path.includes(nodeName)), happensWithinMs),
      ).toBe(true)
    },
  ).sees('orchconfig-ignored')

  test(
    {
      title: 'runs its own pods and calls no API server if none is configured',
      id: 'runs its own pods and calls no API server without it',
    },
    async () => {
      const { runtime } = await agentWithoutApi()
      expect(await startsInTime(runtime, 'alone')).toBe(true)
      expect((await otherApi()).journal.map(({ method, path }) => `${method} ${path}`)).toEqual([])
    },
  ).sees('orchconfig-of-environment')
})

must('agent.flag.orchconfig.mode', flagRow('--orchconfig', 'mode'), () => {
  says('With --orchconfig the node is registered and runs the pods of the API server.')
  test({ title: 'registers a node', id: 'registers' }, async () => {
    const { api } = await modesFixture()
    const storedNode = () => api.hand.get({ resource: 'nodes', name: nodeName })
    expect(await becomesTrue(() => storedNode() !== undefined, happensWithinMs)).toBe(true)
  }).sees('never-registers')
})
