import {
  currentCheck,
  expect,
  expectInTime,
  JitterCanary,
  nowMs,
  assertQuietSince,
  rulesOf,
  says,
  shared,
  test,
  untilMoment,
} from '#kit'
import type { OpenStream } from '#kit/clients.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { podObject, runPod, sharedAgentFixture, type AgentFixture } from '../fixture.ts'

const { must } = rulesOf({ program: 'node-agent', overlaps: true, waits: true })

const idleMs = 4_000
// Tolerance for an agent that checks its streams periodically.
const slackMs = 2_500
const useEveryMs = 1_000
const echoesWithinMs = 5_000
// Longest stall of the machine between two uses of a stream that is not idle.
const maxLateMs = 1_500

const limitedStreams = agentWithPod(`${idleMs}ms`)
const unlimitedStreams = agentWithPod('0')

/** Declares an agent, for all checks, with a pod whose container accepts streams. */
function agentWithPod(timeout: string): () => Promise<AgentFixture> {
  const agentFixture = sharedAgentFixture(() => ({
    flags: { '--streaming-connection-idle-timeout': timeout, '--enable-debugging-handlers': true },
  }))
  const runningPod = shared(async () => runPod(await agentFixture(), podObject('talker')))
  return async () => {
    currentCheck().needs('agent-streams')
    const startedFixture = await agentFixture()
    expect(await runningPod(), 'a pod that runs').toBeDefined()
    return startedFixture
  }
}

/** Opens a stream to the container, which echoes its input. */
async function openStream({ agent }: AgentFixture): Promise<OpenStream> {
  const stream = await agent.stream('/exec/default/talker/app?command=serve&input=1&output=1')
  currentCheck().defer(async () => stream.leave())
  expect(await stream.echoes('first', echoesWithinMs), 'whether what is said comes back').toBe(true)
  return stream
}

must(
  'agent.flag.streaming-connection-idle-timeout.idle',
  flagRow('--streaming-connection-idle-timeout', 'a limit'),
  () => {
    says('A stream that is idle for that time is closed, and one that is used is not.')
    test(
      {
        title: 'a stream in use stays open for twice the timeout',
        id: 'one that is used stays open for twice the time',
      },
      async () => {
        const agentFixture = await limitedStreams()
        const fromMs = nowMs()
        using canary = new JitterCanary(agentFixture.agent.processId)
        const stream = await openStream(agentFixture)
        for (let useCount = 1; nowMs() < fromMs + 2 * idleMs; useCount++) {
          await untilMoment(nowMs() + useEveryMs, 'it is time to use the stream')
          const isOpen = await stream.echoes(`use ${useCount}`, echoesWithinMs)
          if (!isOpen) assertQuietSince(fromMs, canary, maxLateMs)
          expect(isOpen, 'whether what is said comes back').toBe(true)
        }
      },
    ).sees('streaming-idle-counts-from-the-start')

    test(
      {
        title: 'an idle stream is closed after the timeout',
        id: 'one that is idle is closed after that time',
      },
      async () => {
        const agentFixture = await limitedStreams()
        const stream = await openStream(agentFixture)
        const usedMs = nowMs()
        using canary = new JitterCanary(agentFixture.agent.processId)
        const lastMs = usedMs + idleMs + slackMs
        while (stream.endedAtMs === undefined && nowMs() < lastMs) {
          await untilMoment(nowMs() + 50, 'it is time for another look')
        }
        const endedMs = stream.endedAtMs
        expect(endedMs, 'when it was closed').toBeDefined()
        expectInTime(
          { earliestMs: endedMs ?? lastMs, latestMs: endedMs ?? lastMs },
          {
            what: 'the stream was closed',
            originMs: usedMs,
            // The last input was echoed earlier than it was observed.
            notBeforeMs: usedMs + idleMs - useEveryMs,
            notAfterMs: lastMs,
            jitterMs: canary.worst(usedMs, nowMs()),
            marginMs: idleMs,
          },
        )
      },
    ).sees('streaming-idle-ignored')
  },
)

must(
  'agent.flag.streaming-connection-idle-timeout.none',
  flagRow('--streaming-connection-idle-timeout', 'no limit'),
  () => {
    says('0 is no limit: a stream may be idle.')
    test(
      {
        title: 'a stream that was idle for a while still transfers data',
        id: 'one that was idle for a while still hands on what is said',
      },
      async () => {
        const stream = await openStream(await unlimitedStreams())
        await untilMoment(nowMs() + idleMs, 'it was idle for a while')

        expect(await stream.echoes('later', echoesWithinMs), 'whether what is said comes back').toBe(true)
      },
    ).sees('streaming-idle-zero-is-short')
  },
)
