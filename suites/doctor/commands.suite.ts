import { rulesOf, says, test } from '#kit'
import { startOutcome, startServer } from '../shared/api-server.ts'
import { agentOutcome, startAgent } from '../shared/node-agent.ts'
import {
  expectStarted,
  expectNothingLeftAfterEnd,
  expectMountsAsDescribed,
  expectRefusalArrives,
} from './commands.ts'

const { must } = rulesOf({ document: 3, section: 'Wiring' })
const noPort = 0
const noSuchPort = 65_536

must('doctor.command.flags', 'wiring', () => {
  says('The command of the API server hands over what it is given.')
  test(
    {
      title: 'a refused start of the API server ends its command, and the harness receives the reason',
      id: 'what the API server refuses ends its command, and its reason arrives',
    },
    async () => {
      expectStarted('apiserver', await startOutcome({}))
      const startResult = await startOutcome({ flags: { '--secure-port': noPort } })
      expectRefusalArrives('apiserver', `--secure-port=${noPort}`, startResult)
    },
  )
})

must('doctor.command.end', 'wiring', () => {
  says('The command of the API server ends with it.')
  test(
    {
      title: 'SIGTERM ends the API server and its command, and no process remains',
      id: 'SIGTERM ends the API server and its command, and nothing is left',
    },
    async () => {
      const server = await startServer({})
      await expectNothingLeftAfterEnd(server, Number(new URL(server.url).port))
    },
  )
})

must('doctor.node-agent.flags', { row: 'wiring', program: 'node-agent', profile: 'node-agent' }, () => {
  says('The command of the node agent hands over what it is given.')
  test(
    {
      title: 'a refused start of the node agent ends its command, and the harness receives the reason',
      id: 'what the node agent refuses ends its command, and its reason arrives',
    },
    async () => {
      expectStarted('node-agent', await agentOutcome({}))
      const agentResult = await agentOutcome({ flags: { '--port': noSuchPort } })
      expectRefusalArrives('node-agent', `--port=${noSuchPort}`, agentResult)
    },
  )
})

must('doctor.node-agent.end', { row: 'wiring', program: 'node-agent', profile: 'node-agent' }, () => {
  says('The node agent starts, asks its container runtime, and its command ends with it.')
  test(
    {
      title: 'the node agent starts, SIGTERM ends it and its command, and no process remains',
      id: 'the node agent comes up, SIGTERM ends it and its command, and nothing is left',
    },
    async () => {
      const agent = await startAgent({})
      expectMountsAsDescribed(agent)
      await expectNothingLeftAfterEnd(agent, agent.ports.main)
    },
  )
})
