import { rule, test } from '#harness/check/rule.ts'
import { startOutcome, startServer } from '../shared/api-server.ts'
import { agentOutcome, startAgent } from '../shared/node-agent.ts'
import { expectComesUp, expectEndsWhole, expectMountsAsDescribed, expectRefusalArrives } from './commands.ts'

const source = { document: 3, section: 'Wiring', rows: ['wiring'] } as const
const ofServer = { level: 'MUST', source } as const
const ofAgent = { ...ofServer, program: 'node-agent', profile: 'node-agent' } as const
const noPort = 0
const noSuchPort = 65_536

rule(
  {
    ...ofServer,
    id: 'doctor.command.flags',
    says: 'The command of the API server hands over what it is given.',
  },
  () => {
    test('what the API server refuses ends its command, and its reason arrives', async () => {
      expectComesUp('apiserver', await startOutcome({}))
      const seen = await startOutcome({ flags: { '--secure-port': noPort } })
      expectRefusalArrives('apiserver', `--secure-port=${noPort}`, seen)
    })
  },
)

rule({ ...ofServer, id: 'doctor.command.end', says: 'The command of the API server ends with it.' }, () => {
  test('SIGTERM ends the API server and its command, and nothing is left', async () => {
    const server = await startServer({})
    await expectEndsWhole(server, Number(new URL(server.url).port))
  })
})

rule(
  {
    ...ofAgent,
    id: 'doctor.node-agent.flags',
    says: 'The command of the node agent hands over what it is given.',
  },
  () => {
    test('what the node agent refuses ends its command, and its reason arrives', async () => {
      expectComesUp('node-agent', await agentOutcome({}))
      const seen = await agentOutcome({ flags: { '--port': noSuchPort } })
      expectRefusalArrives('node-agent', `--port=${noSuchPort}`, seen)
    })
  },
)

rule(
  {
    ...ofAgent,
    id: 'doctor.node-agent.end',
    says: 'The node agent starts, asks its container runtime, and its command ends with it.',
  },
  () => {
    test('the node agent comes up, SIGTERM ends it and its command, and nothing is left', async () => {
      const agent = await startAgent({})
      expectMountsAsDescribed(agent)
      await expectEndsWhole(agent, agent.ports.main)
    })
  },
)
