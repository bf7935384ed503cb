import { becomesTrue, expect, nowMs, rulesOf, says, test, untilMoment } from '#kit'
import { ContainerState } from '#mocks/container-runtime/index.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { containersOf, podObject, runPod, sharedAgentFixture, waitForRunning } from '../fixture.ts'

const { must } = rulesOf({ program: 'node-agent', waits: true, limitMs: 120_000 })

const restartFixture = sharedAgentFixture(() => ({}))
const awayForMs = 3_000
const recoversWithinMs = 45_000

must('agent.runtime.restart', flagRow('--container-runtime-endpoint', 'a restarted runtime'), () => {
  says('A runtime that was restarted is used again: pods keep running, and new pods run.')
  test(
    { title: 'keeps pods running when the runtime was away, and runs a new pod', id: 'away' },
    async () => {
      const agentFixture = await restartFixture()
      const { api, runtime } = agentFixture
      const kept = await runPod(agentFixture, podObject('kept'))
      const ended = await runPod(agentFixture, podObject('ended'))
      expect([kept, ended]).not.toContain(undefined)
      await runtime.unlisten()
      runtime.containers.exit(ended!.id, { exitCode: 1 })
      api.hand.create(podObject('later'))
      await untilMoment(nowMs() + awayForMs, 'the runtime was away for a while')
      await runtime.listen()
      expect(await waitForRunning(runtime, 'later', recoversWithinMs), 'a new pod').toBeDefined()
      const isReplaced = () =>
        containersOf(runtime, 'ended').some(
          ({ id, state }) => id !== ended!.id && state === ContainerState.CONTAINER_RUNNING,
        )
      expect(await becomesTrue(isReplaced, recoversWithinMs), 'a restart of the ended container').toBe(true)
      expect(kept!.state).toBe(ContainerState.CONTAINER_RUNNING)
    },
  ).sees('lost-runtime-not-connected-again')
})
