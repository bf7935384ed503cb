import { availableParallelism } from 'node:os'
import {
  becomesTrue,
  becomesTrueSoon,
  expect,
  HarnessError,
  nowMs,
  rulesOf,
  says,
  test,
  untilMoment,
} from '#kit'
import { ContainerState } from '#mocks/container-runtime/index.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import {
  containersOf,
  manifest,
  podObject,
  runPod,
  sharedAgentFixture,
  startAgentFixture,
  startsInTime,
} from '../fixture.ts'

const { must } = rulesOf({ program: 'node-agent', waits: true, limitMs: 120_000 })

const runningState = ContainerState.CONTAINER_RUNNING
const startsWithinMs = 15_000
const staysAwayMs = 3_000
const endsWithinMs = 20_000
// Pods of which one runs once the node agent knows that another one is gone.
const attempts = 15
const nextAfterMs = 1_000
const maxCores = 16

/** A node agent that runs two pods at most, of which one is the pod of a file. */
const fullAgent = sharedAgentFixture(() => ({
  flags: { '--max-pods': 2, '--pod-manifest-path': manifest('of-file') },
}))

async function phaseOf(pod: string): Promise<string | undefined> {
  const { api } = await fullAgent()
  const status = api.hand.get({ resource: 'pods', name: pod })?.['status'] as { phase?: string } | undefined
  return status?.phase
}

let podCount = 0

/** Runs a pod next to the pod of the file: one of several, because a node agent may learn late that a pod is gone. */
async function runSecondPod(spec: object = {}): Promise<string | undefined> {
  const agentFixture = await fullAgent()
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    podCount += 1
    const pod = `second-${podCount}`
    agentFixture.api.hand.create(podObject(pod, { terminationGracePeriodSeconds: 1, ...spec }))
    const isRunning = () =>
      containersOf(agentFixture.runtime, pod).some(({ state }) => state === runningState)
    const isDecided = async () => isRunning() || (await phaseOf(pod)) === 'Failed'
    await becomesTrue(isDecided, startsWithinMs)
    if (isRunning()) return pod
    agentFixture.api.hand.remove({ resource: 'pods', name: pod })
    await untilMoment(nowMs() + nextAfterMs, 'the node agent has learned that a pod is gone')
  }
  return undefined
}

must('agent.pods.most-of-all', flagRow('--max-pods', 'pods of all sources'), () => {
  says('The pods of files and of the API server together are at most --max-pods, without those that ended.')
  test(
    { title: 'runs as many pods as the flag permits with the pod of a file, and no more', id: 'file' },
    async () => {
      const { api, runtime } = await fullAgent()
      expect(await startsInTime(runtime, 'of-file'), 'the pod of the file').toBe(true)
      const second = await runSecondPod()
      expect(second, 'a second pod').toBeDefined()
      api.hand.create(podObject('third'))
      expect(await startsInTime(runtime, 'third', staysAwayMs), 'a third pod').toBe(false)
      api.hand.remove({ resource: 'pods', name: 'third' })
      api.hand.remove({ resource: 'pods', name: second! })
    },
  ).sees('file-pods-not-counted')

  test({ title: 'runs another pod when one has been deleted', id: 'deleted' }, async () => {
    const { api, runtime } = await fullAgent()
    const pod = await runSecondPod()
    expect(pod, 'a second pod').toBeDefined()
    api.hand.remove({ resource: 'pods', name: pod! })
    const isGone = () => containersOf(runtime, pod!).every(({ ending }) => ending !== undefined)
    expect(await becomesTrue(isGone, endsWithinMs), 'the end of the pod').toBe(true)
    const other = await runSecondPod()
    expect(other, 'another pod').toBeDefined()
    api.hand.remove({ resource: 'pods', name: other! })
  }).sees('deleted-pods-counted')

  test({ title: 'runs another pod when one has succeeded', id: 'succeeded' }, async () => {
    const { api, runtime } = await fullAgent()
    const pod = await runSecondPod({ restartPolicy: 'Never' })
    expect(pod, 'a second pod').toBeDefined()
    const [container] = containersOf(runtime, pod!)
    runtime.containers.exit(container!.id, { exitCode: 0 })
    const isOver = async () => (await phaseOf(pod!)) === 'Succeeded'
    expect(await becomesTrue(isOver, endsWithinMs), 'the end of the pod').toBe(true)
    const other = await runSecondPod()
    expect(other, 'another pod').toBeDefined()
    api.hand.remove({ resource: 'pods', name: other! })
  }).sees('succeeded-pods-counted')
})

must('agent.pods.most-per-core', flagRow('--pods-per-core', 'pods'), () => {
  says('No more pods run than --pods-per-core says for each core.')
  test({ title: 'runs as many pods as the cores permit, and no more', id: 'cores' }, async () => {
    const cores = availableParallelism()
    if (cores > maxCores)
      throw new HarnessError('not-applicable', `This machine has ${cores} cores, too many for so many pods.`)
    const agentFixture = await startAgentFixture({ flags: { '--pods-per-core': 1 } })
    for (let core = 0; core < cores; core += 1)
      expect(await runPod(agentFixture, podObject(`fits-${core}`)), `pod ${core}`).toBeDefined()
    agentFixture.api.hand.create(podObject('too-many'))
    const isRun = () => containersOf(agentFixture.runtime, 'too-many').length > 0
    expect(await becomesTrueSoon(isRun, staysAwayMs)).toBe(false)
  }).sees('pods-per-core-not-applied')
})
