import { becomesTrue, currentCheck, expect, rulesOf, says, shared, test } from '#kit'
import type { Flags } from '#kit/launch.ts'
import { statusOf } from '../status.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { podObject, runPod, sharedAgentFixture, type AgentFixture } from '../fixture.ts'

const program = 'node-agent'

const { must } = rulesOf({ document: 3, section: 'Endpoints', program })

const knownWithinMs = 5_000
const line = 'these words are in the log'
const command = 'say-something'
const handlersOn = agentWithPod({ '--enable-debugging-handlers': true })
const handlersOff = agentWithPod({ '--enable-debugging-handlers': false })

/** Declares an agent, for all checks, with a pod that has written output. */
function agentWithPod(flags: Flags): () => Promise<AgentFixture> {
  const agentFixture = sharedAgentFixture(() => ({ flags }))
  const podWithLog = shared(async () => {
    const container = await runPod(await agentFixture(), podObject('talker'))
    container?.log.write({ lines: [line] })
    return container
  })
  return async () => {
    currentCheck().needs('agent-debugging')
    const startedFixture = await agentFixture()
    expect(await podWithLog(), 'a pod that runs').toBeDefined()
    return startedFixture
  }
}

const logPath = '/containerLogs/default/talker/app'
const execPath = `/exec/default/talker/app?command=${command}&input=1&output=1`
const runPath = `/run/default/talker/app?cmd=${command}`

/** Returns the commands that were run in containers. */
function commands({ runtime }: AgentFixture): string[] {
  return runtime.asked('ExecSync').map(({ request }) => request.cmd.join(' '))
}

const sources = {
  'agent.server.debugging': {
    document: 3,
    section: 'Endpoints',
    rows: ['node agent port --port (default 10250)'],
  } as const,
  'agent.flag.enable-debugging-handlers.behaviour': flagRow('--enable-debugging-handlers', 'behaviour'),
}

for (const [id, source] of Object.entries(sources)) {
  must(id, source, () => {
    says(
      'The agent serves logs of containers and runs commands in them exactly when --enable-debugging-handlers is true.',
    )
    test('shows the log of a container', async () => {
      const { agent } = await handlersOn()
      // The agent learns some time later that its containers run.
      await becomesTrue(async () => (await agent.get(logPath)).status === 200, knownWithinMs)
      const { status, body } = await agent.get(logPath)
      expect(status).toBe(200)
      expect(body).toContain(line)
    }).sees('debugging-never-served')

    test('runs a command in a container', async () => {
      const startedFixture = await handlersOn()
      const { body } = await startedFixture.agent.send(runPath, { method: 'POST' })
      expect(commands(startedFixture)).toContain(command)
      expect(body).toContain(command)
    }).sees('debugging-never-served')

    test({ title: 'shows no log when the flag is false', id: 'shows no log when it is false' }, async () => {
      const { agent } = await handlersOff()
      expect(await statusOf(agent.get(logPath))).toBeGreaterThanOrEqual(400)
    }).sees('debugging-always-served')

    test({ title: 'streams a command in a container', id: 'stream' }, async () => {
      const { agent, runtime } = await handlersOn()
      currentCheck().needs('agent-streams')
      const stream = await agent.stream(execPath)
      currentCheck().defer(async () => stream.leave())
      expect(runtime.asked('Exec').map(({ request }) => request.cmd.join(' '))).toContain(command)
    }).sees('debugging-never-served')

    test({ title: 'streams no command when the flag is false', id: 'no-stream' }, async () => {
      const { agent, runtime } = await handlersOff()
      currentCheck().needs('agent-streams')
      const status = agent.stream(execPath).then((stream) => {
        stream.leave()
        return { status: 101 }
      })
      expect(await statusOf(status)).toBe('no answer')
      expect(runtime.asked('Exec')).toEqual([])
    }).sees('debugging-always-served', 'streams-always-served')

    test('lists no logs of the machine when the flag is false', async () => {
      const machineLogs = async ({ agent }: AgentFixture) => statusOf(agent.get('/logs/'))
      currentCheck().observe('status when the flag is true', await machineLogs(await handlersOn()))
      expect(await machineLogs(await handlersOff())).toBeGreaterThanOrEqual(400)
    }).sees('machine-logs-always-served')

    test(
      { title: 'runs no command when the flag is false', id: 'runs no command when it is false' },
      async () => {
        const startedFixture = await handlersOff()
        expect(await statusOf(startedFixture.agent.send(runPath, { method: 'POST' }))).toBeGreaterThanOrEqual(
          400,
        )
        expect(commands(startedFixture)).toEqual([])
      },
    ).sees('debugging-always-served')
  })
}

must('agent.read-only.commands', 'node agent --read-only-port (default 10255)', () => {
  says('Nothing can be changed by the read-only port.')
  test(
    {
      title: 'runs no command in a container over the read-only port',
      id: 'shows nothing of a container and runs nothing in it',
    },
    async () => {
      const startedFixture = await handlersOn()
      expect(await statusOf(startedFixture.agent.readOnly('/healthz'))).toBe(200)
      const commandsBefore = commands(startedFixture).length
      expect(await statusOf(startedFixture.agent.readOnly(runPath, 'POST'))).toBeGreaterThanOrEqual(400)
      expect(commands(startedFixture).length).toBe(commandsBefore)
    },
  ).sees('read-only-port-runs-commands')
})
