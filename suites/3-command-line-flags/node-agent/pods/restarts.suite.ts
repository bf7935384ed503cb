import { becomesTrue, becomesTrueSoon, expect, rulesOf, says, test } from '#kit'
import { type Container, ContainerState } from '#mocks/container-runtime/index.ts'
import { containersOf, podObject, runPod, startsInTime } from '../fixture.ts'
import { defaultFixture } from './default-fixture.ts'

const { must } = rulesOf({ document: 3, section: 'What the service does', program: 'node-agent' })

const happensWithinMs = 15_000
// Node agents wait before they restart a container again.
const restartsAgainWithinMs = 40_000
const staysAwayMs = 3_000
const runningState = ContainerState.CONTAINER_RUNNING
const faultsOfPods = ['containers-not-restarted']

/** Returns the running containers of a pod with a name, in the order of their creation. */
async function runningContainers(pod: string, name = 'app'): Promise<readonly Container[]> {
  const { runtime } = await defaultFixture()
  return containersOf(runtime, pod).filter(
    ({ config, state }) => config.metadata?.name === name && state === runningState,
  )
}

/** Reports whether a container runs that was created after another one. */
function isReplaced(pod: string, { id }: Container, name = 'app', withinMs = happensWithinMs) {
  return becomesTrue(async () => {
    const [first] = await runningContainers(pod, name)
    return first !== undefined && first.id !== id
  }, withinMs)
}

async function phaseOf(pod: string): Promise<string | undefined> {
  const { api } = await defaultFixture()
  const status = api.hand.get({ resource: 'pods', name: pod })?.['status'] as { phase?: string } | undefined
  return status?.phase
}

let podCount = 0

/** Runs a pod and ends its container. */
async function endContainer(restartPolicy: string, exitCode: number): Promise<[string, Container]> {
  const agentFixture = await defaultFixture()
  podCount += 1
  const pod = `ends-${podCount}`
  const container = await runPod(agentFixture, podObject(pod, { restartPolicy }))
  expect(container, 'a container of the pod').toBeDefined()
  agentFixture.runtime.containers.exit(container!.id, { exitCode })
  return [pod, container!]
}

must('agent.pods.restart-policies', { row: 'node agent: pods', aspect: 'restart policies' }, () => {
  says('A container that ends is restarted as the restart policy of its pod says.')
  test
    .for({
      'a successful container with the policy Always': ['Always', 0],
      'a failed container with the policy OnFailure': ['OnFailure', 1],
    } as const)({ title: 'restarts %s', id: 'again-%s' }, async ([policy, exitCode]) => {
      const [pod, container] = await endContainer(policy, exitCode)
      expect(await isReplaced(pod, container)).toBe(true)
    })
    .sees(...faultsOfPods)

  test(
    { title: 'restarts no successful container with the policy OnFailure', id: 'successful' },
    async () => {
      const [pod] = await endContainer('OnFailure', 0)
      const isOver = async () => (await phaseOf(pod)) === 'Succeeded'
      const isRestarted = async () => (await runningContainers(pod)).length > 0
      expect(await becomesTrue(isOver, happensWithinMs), 'the pod is reported as succeeded').toBe(true)
      expect(await becomesTrueSoon(isRestarted, staysAwayMs)).toBe(false)
    },
  ).sees('successful-containers-restarted')
})

must('agent.pods.restarts', { row: 'node agent: pods', aspect: 'each restart', limitMs: 120_000 }, () => {
  says('Each container of a pod is restarted each time that it ends, without the other containers.')
  test({ title: 'restarts a container that ends again', id: 'again' }, async () => {
    const { runtime } = await defaultFixture()
    const [pod, container] = await endContainer('Always', 1)
    expect(await isReplaced(pod, container), 'the first restart').toBe(true)
    const [second] = await runningContainers(pod)
    runtime.containers.exit(second!.id, { exitCode: 1 })
    expect(await isReplaced(pod, second!, 'app', restartsAgainWithinMs), 'the second restart').toBe(true)
  }).sees('containers-restarted-once')

  test(
    { title: 'restarts the second container of a pod, and keeps the first one running', id: 'second' },
    async () => {
      const { api, runtime } = await defaultFixture()
      const containers = ['app', 'second'].map((name) => ({ name, image: 'registry.example/app:1' }))
      api.hand.create(podObject('of-two', { containers }))
      const areRunning = async () =>
        (await runningContainers('of-two')).length + (await runningContainers('of-two', 'second')).length ===
        2
      expect(await becomesTrue(areRunning, happensWithinMs), 'two containers').toBe(true)
      const [first] = await runningContainers('of-two')
      const [second] = await runningContainers('of-two', 'second')
      runtime.containers.exit(second!.id, { exitCode: 1 })
      expect(await isReplaced('of-two', second!, 'second')).toBe(true)
      expect((await runningContainers('of-two')).map(({ id }) => id)).toEqual([first!.id])
    },
  ).sees('only-first-container-restarted')
})

must('agent.pods.sandboxes', { row: 'node agent: pods', aspect: 'sandboxes' }, () => {
  says('The containers of a pod run in a new sandbox when its sandbox has ended.')
  test({ title: 'runs the pod of a sandbox that ended in a new sandbox', id: 'ended' }, async () => {
    const agentFixture = await defaultFixture()
    const container = await runPod(agentFixture, podObject('moved'))
    expect(container, 'a container of the pod').toBeDefined()
    const { sandbox } = container!
    sandbox.ready = false
    agentFixture.runtime.containers.exit(container!.id, { exitCode: 137 })
    const isMoved = async () => (await runningContainers('moved')).some((one) => one.sandbox !== sandbox)
    expect(await becomesTrue(isMoved, restartsAgainWithinMs)).toBe(true)
    expect(await startsInTime(agentFixture.runtime, 'moved')).toBe(true)
  }).sees('ended-sandboxes-used')
})
