import { becomesTrue, monitorJitter, expect, becomesTrueSoon, rulesOf, says, shared, test } from '#kit'
import type { Flags } from '#kit/launch.ts'
import { type Container, type ContainerRuntime, ContainerState } from '#mocks/container-runtime/index.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { podObject, runPod, sharedAgentFixture, type AgentFixture } from '../fixture.ts'

const program = 'node-agent'

const { must } = rulesOf({ program })

const collectsWithinMs = 10_000
const staysAwayMs = 3_000
const secondMs = 1_000
const originalPod = 'maker'
const originalContainer = 'app'
const nameOf = (at: number) => `dead-${at}`

interface ContainerNames {
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}

const originalFixture = sharedAgentFixture(() => ({}))
// Labels of a container that the agent created. The documents do not specify the labels, so planted containers copy
// them.
const originalNames = shared(
  async (): Promise<{ readonly pod: ContainerNames; readonly container: ContainerNames } | undefined> => {
    const container = await runPod(await originalFixture(), podObject(originalPod))
    return container && { pod: container.sandbox.config, container: container.config }
  },
)

/**
 * Adds ended containers for pods of the node, with the labels of the agent's containers. The last container of each
 * pod is the most recent. The pods exist, because containers of deleted pods need not remain.
 * @param counts number of dead instances of each container of each pod
 * @param uids of the pods, in the order of `counts`
 * @param containerNames names of the containers of each pod
 */
function plantContainers(
  runtime: ContainerRuntime,
  { pod, container }: { readonly pod: ContainerNames; readonly container: ContainerNames },
  counts: readonly number[],
  uids: readonly string[],
  containerNames: readonly string[],
): void {
  const image = runtime.images.add({ name: 'registry.example/app:1' })
  for (const [at, count] of counts.entries()) {
    const name = nameOf(at)
    const uid = uids[at] ?? name
    const newValues = new Map([
      [originalPod, name],
      [pod.labels[uidKey(pod)], uid],
    ])
    const withNewValues = ({ labels }: ContainerNames, containerName = originalContainer) =>
      Object.fromEntries(
        Object.entries(labels).map(([key, value]) => [
          key,
          value === originalContainer ? containerName : (newValues.get(value) ?? value),
        ]),
      )
    const sandbox = runtime.sandboxes.plant(
      {
        metadata: { name, namespace: 'default', uid },
        labels: withNewValues(pod),
        annotations: { ...pod.annotations },
      },
      { ready: false },
    )
    for (const containerName of containerNames)
      for (let attempt = 0; attempt < count; attempt += 1) {
        const config = {
          metadata: { name: containerName, attempt },
          labels: withNewValues(container, containerName),
          annotations: { ...container.annotations },
        }
        const createdAtMs = Date.now() - 30 * secondMs + attempt * secondMs
        runtime.containers.plant(sandbox, config, image, { state: 'exited', createdAtMs })
      }
  }
}

/** Returns the label key for the unique identifier of a pod, which does not resemble a name. */
function uidKey({ labels }: ContainerNames): string {
  return Object.keys(labels).find((key) => key.endsWith('uid')) ?? ''
}

function agentWithDead(
  counts: readonly number[],
  flags: Flags,
  containerNames: readonly string[] = [originalContainer],
): () => Promise<AgentFixture> {
  return sharedAgentFixture(async () => {
    const names = await originalNames()
    let uids: readonly string[] = []
    return {
      flags: { '--minimum-container-ttl-duration': '0s', ...flags },
      prepareApi: ({ hand: editor }) => {
        const containers = containerNames.map((name) => ({ name, image: 'registry.example/app:1' }))
        uids = counts.map((_, at) => editor.create(podObject(nameOf(at), { containers })).metadata?.uid ?? '')
      },
      prepare: (runtime) => {
        if (names !== undefined) plantContainers(runtime, names, counts, uids, containerNames)
      },
    }
  })
}

/** Returns the attempts of the remaining ended containers, once the given number remains or after a timeout. */
async function remainingDead(
  of: ReturnType<typeof agentWithDead>,
  count: number,
): Promise<readonly number[]> {
  monitorJitter()
  const { runtime } = await of()
  expect(await originalNames(), 'what the agent made').toBeDefined()
  await becomesTrue(() => exitedContainersOf(runtime).length <= count, collectsWithinMs)
  await becomesTrue(() => exitedContainersOf(runtime).length < count, staysAwayMs / 2)
  return exitedContainersOf(runtime).map(({ config }) => config.metadata?.attempt ?? -1)
}

function exitedContainersOf({ containers }: ContainerRuntime): readonly Container[] {
  return containers.all.filter(({ state }) => state === ContainerState.CONTAINER_EXITED)
}

const limitedPerContainer = agentWithDead([4], {})
const limitedPerEach = agentWithDead([2], {}, [originalContainer, 'second'])
const limitedToNone = agentWithDead([2], { '--maximum-dead-containers-per-container': 0 })
const limitedOverall = agentWithDead([2, 2, 2], {
  '--maximum-dead-containers-per-container': -1,
  '--maximum-dead-containers': 2,
})
const unlimitedDead = agentWithDead([2, 2, 2], { '--maximum-dead-containers': -1 })
// The minimum age is less than the age of all planted containers.
const recentDead = agentWithDead([1, 1, 1], {
  '--maximum-dead-containers': 1,
  '--minimum-container-ttl-duration': '20s',
})
const veryRecentDead = agentWithDead([1, 1, 1], {
  '--maximum-dead-containers': 1,
  '--minimum-container-ttl-duration': '1h',
})

must(
  'agent.dead-containers.per-container',
  flagRow('--maximum-dead-containers-per-container', 'behaviour'),
  () => {
    says('As many old instances of a container are kept as --maximum-dead-containers-per-container says.')
    test(
      { title: 'keeps only the newest dead container', id: 'keeps the youngest of one container' },
      async () => {
        expect(await remainingDead(limitedPerContainer, 1)).toEqual([3])
      },
    ).sees('dead-containers-per-container-ignored', 'dead-containers-negative-is-none')

    test(
      { title: 'keeps the newest dead container of each container of a pod', id: 'each-container' },
      async () => {
        expect(await remainingDead(limitedPerEach, 2)).toEqual([1, 1])
      },
    ).sees('dead-containers-counted-by-pod', 'dead-containers-per-container-ignored')

    test({ title: 'keeps no dead container when the flag is 0', id: 'keeps none for 0' }, async () => {
      expect(await remainingDead(limitedToNone, 0)).toEqual([])
    }).sees('dead-containers-zero-keeps-one')
  },
)

must('agent.dead-containers.overall', flagRow('--maximum-dead-containers', 'behaviour'), () => {
  says('As many old instances are kept in all as --maximum-dead-containers says.')
  test(
    { title: 'keeps the given number of dead containers in total', id: 'keeps so many of all' },
    async () => {
      expect(await remainingDead(limitedOverall, 2)).toHaveLength(2)
    },
  ).sees('dead-containers-ignored')

  test(
    {
      title: 'keeps the permitted dead containers of every container when the flag is -1',
      id: 'keeps all that each container may have below zero',
    },
    async () => {
      expect(await remainingDead(unlimitedDead, 3)).toEqual([1, 1, 1])
    },
  ).sees('dead-containers-negative-is-none', 'dead-containers-per-container-ignored')
})

must('agent.dead-containers.age', flagRow('--minimum-container-ttl-duration', 'behaviour'), () => {
  says('A container that ended is not collected before --minimum-container-ttl-duration.')
  test({ title: 'keeps recent dead containers', id: 'leaves young ones' }, async () => {
    expect(await remainingDead(recentDead, 1)).toHaveLength(1)
    const { runtime } = await veryRecentDead()
    expect(await becomesTrueSoon(() => exitedContainersOf(runtime).length < 3, staysAwayMs)).toBe(false)
  }).sees('container-ttl-ignored', 'container-ttl-thrice')
})
