import { becomesTrue, currentCheck, expect, becomesTrueSoon, rulesOf, says, test } from '#kit'
import { ContainerState } from '#mocks/container-runtime/index.ts'
import { defaultFixture } from './default-fixture.ts'
import {
  containersOf,
  podObject,
  runPod,
  startsInTime,
  startAgentFixture,
  type AgentFixture,
} from '../fixture.ts'

const program = 'node-agent'

const { must } = rulesOf({ document: 3, section: 'What the service does', program })

const happensWithinMs = 15_000
// Long enough for an agent to check all containers.
const staysAwayMs = 6_000

/** Returns the phase of a pod, as reported to the API server. */
function phaseOf({ api }: AgentFixture, name: string): string | undefined {
  const status = api.hand.get({ resource: 'pods', name })?.['status'] as { phase?: string } | undefined
  return status?.phase
}

must('agent.pods.kept-running', { row: 'node agent: pods', aspect: 'kept' }, () => {
  says('Containers of pods are kept running: one that ends is begun again, unless its pod says otherwise.')
  const attempts = async (pod: string): Promise<number> => {
    const { runtime } = await defaultFixture()
    return Math.max(...containersOf(runtime, pod).map(({ config }) => config.metadata?.attempt ?? 0))
  }
  test({ title: 'restarts a container that ended', id: 'begins a container again that ended' }, async () => {
    const agentFixture = await defaultFixture()
    const container = await runPod(agentFixture, podObject('kept'))
    expect(container).toBeDefined()
    agentFixture.runtime.containers.exit(container?.id ?? '', { exitCode: 1 })
    expect(await becomesTrue(async () => (await attempts('kept')) === 1, happensWithinMs)).toBe(true)
  }).sees('containers-not-restarted')

  test(
    {
      title: 'restarts an init container that must keep running',
      id: 'begins an init container again that must keep running',
    },
    async () => {
      const agentFixture = await defaultFixture()
      const image = 'registry.example/app:1'
      const sidecar = { name: 'sidecar', image, command: ['serve'], restartPolicy: 'Always' }
      await runPod(agentFixture, podObject('accompanied', { initContainers: [sidecar] }))
      const sidecarContainers = () =>
        containersOf(agentFixture.runtime, 'accompanied').filter(
          ({ config }) => config.metadata?.name === 'sidecar',
        )
      const isRunning = (attempt: number) =>
        sidecarContainers().some(
          ({ config, state }) =>
            config.metadata?.attempt === attempt && state === ContainerState.CONTAINER_RUNNING,
        )
      expect(await becomesTrue(() => isRunning(0), happensWithinMs)).toBe(true)
      agentFixture.runtime.containers.exit(sidecarContainers()[0]?.id ?? '', { exitCode: 1 })
      expect(await becomesTrue(() => isRunning(1), happensWithinMs)).toBe(true)
    },
  ).sees('sidecars-not-restarted')

  test(
    { title: 'restarts no container whose pod forbids it', id: 'begins none again whose pod forbids it' },
    async () => {
      const agentFixture = await defaultFixture()
      const container = await runPod(agentFixture, podObject('once', { restartPolicy: 'Never' }))
      expect(container).toBeDefined()
      agentFixture.runtime.containers.exit(container?.id ?? '', { exitCode: 1 })
      // Waits for the reported end, after which the agent would have restarted the container.
      const isFailed = () => phaseOf(agentFixture, 'once') === 'Failed'
      expect(await becomesTrue(isFailed, happensWithinMs), 'the pod is reported as failed').toBe(true)
      expect(await becomesTrueSoon(async () => (await attempts('once')) > 0, staysAwayMs / 2)).toBe(false)
    },
  ).sees('restart-policy-ignored')

  test('ends the containers of a pod that is deleted', async () => {
    const agentFixture = await defaultFixture()
    const container = await runPod(agentFixture, podObject('leaving', { terminationGracePeriodSeconds: 7 }))
    expect(container).toBeDefined()
    agentFixture.api.hand.remove({ resource: 'pods', name: 'leaving' }, {})
    const stopRequest = () =>
      agentFixture.runtime.asked('StopContainer').find(({ request }) => request.containerId === container?.id)
    expect(await becomesTrue(() => stopRequest() !== undefined, happensWithinMs)).toBe(true)
    currentCheck().observe('grace of a deleted pod with 7 seconds', stopRequest()?.request.timeout)
  }).sees('removed-pods-go-on')
})

must('agent.pods.state', { row: 'node agent: pods', aspect: 'state' }, () => {
  says('The status of the pods of the node is reported to the API server.')
  test({ title: 'reports that a pod runs', id: 'tells that a pod runs' }, async () => {
    const agentFixture = await defaultFixture()
    await runPod(agentFixture, podObject('told'))
    expect(await becomesTrue(() => phaseOf(agentFixture, 'told') === 'Running', happensWithinMs)).toBe(true)
  }).sees('pod-states-not-told')
})

must('agent.pods.of-others', { row: 'node agent: containers of others', waits: true }, () => {
  says('Containers that the node agent did not make are left alone.')
  test(
    { title: 'keeps a container of another owner', id: 'leaves a container of somebody else' },
    async () => {
      const agentFixture = await startAgentFixture({
        prepare: ({ sandboxes, containers, images }) => {
          const sandbox = sandboxes.plant({ metadata: { name: 'other', namespace: 'other', uid: 'other' } })
          const image = images.add({ name: 'registry.example/other:1' })
          containers.plant(sandbox, { metadata: { name: 'other' } }, image)
        },
      })
      expect(await runPod(agentFixture, podObject('own'))).toBeDefined()
      const isTouched = () =>
        agentFixture.runtime
          .asked('StopContainer')
          .concat(agentFixture.runtime.asked('RemoveContainer') as never)
          .concat(agentFixture.runtime.asked('StopPodSandbox') as never).length > 0
      expect(await becomesTrueSoon(isTouched, staysAwayMs)).toBe(false)
    },
  ).sees('containers-of-others-stopped')
})

must('agent.pods.most', { section: 'Limits', row: 'node agent pods', waits: true }, () => {
  says('No more pods run than --max-pods says.')
  test(
    { title: 'runs as many pods as the flag permits, and no more', id: 'runs as many as that, and no more' },
    async () => {
      const agentFixture = await startAgentFixture({ flags: { '--max-pods': 1 } })
      expect(await runPod(agentFixture, podObject('fits'))).toBeDefined()
      agentFixture.api.hand.create(podObject('too-many'))
      expect(await startsInTime(agentFixture.runtime, 'too-many', staysAwayMs / 2)).toBe(false)
      const { status } = agentFixture.api.hand.get({ resource: 'pods', name: 'too-many' }) as {
        status?: unknown
      }
      currentCheck().observe('status of a pod that does not fit', status)
    },
  ).sees('too-many-pods-accepted')
})
