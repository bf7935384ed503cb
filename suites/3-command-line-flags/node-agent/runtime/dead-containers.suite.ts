import { expect } from '#harness/check/expect.ts'
import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { shared } from '#harness/check/shared.ts'
import type { Flags } from '#harness/launch/flags.ts'
import { comesTrue } from '#harness/machine/until.ts'
import { doubtJitterMeanwhile } from '#harness/observe/doubt.ts'
import type { ContainerRuntime } from '#mocks/container-runtime/index.ts'
import { flagRow } from '../table/rows.ts'
import { manifest, runningOf, sharedAlone } from '../world.ts'

const program = 'node-agent'

const { must } = rulesOf({ program })

const collectsWithinMs = 10_000
const staysAwayMs = 3_000
const secondMs = 1_000

interface Names {
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}

const maker = sharedAlone(() => ({ flags: { '--pod-manifest-path': manifest('maker') } }))
// By which labels an agent knows its own containers is its own affair: those of one that it made are taken.
const known = shared(async (): Promise<{ readonly pod: Names; readonly container: Names } | undefined> => {
  const { runtime } = await maker()
  const container = await runningOf(runtime, 'maker')
  return container && { pod: container.sandbox.config, container: container.config }
})

/** Containers that ended, so many for each pod, all of them made by the node agent as it seems; the last is the youngest. */
function plant(
  runtime: ContainerRuntime,
  names: Awaited<ReturnType<typeof known>>,
  counts: readonly number[],
): void {
  if (names === undefined) return
  const image = runtime.images.add({ name: 'registry.example/app:1' })
  for (const [pod, count] of counts.entries()) {
    const uid = `dead-${pod}`
    const of = ({ labels }: Names) =>
      Object.fromEntries(
        Object.entries(labels).map(([key, value]) => [
          key,
          value === names.pod.labels[uidKey(names.pod)] ? uid : value,
        ]),
      )
    const sandbox = runtime.sandboxes.plant(
      {
        metadata: { name: uid, namespace: 'default', uid },
        labels: of(names.pod),
        annotations: { ...names.pod.annotations },
      },
      { ready: false },
    )
    for (let attempt = 0; attempt < count; attempt += 1) {
      const config = {
        metadata: { name: 'app', attempt },
        labels: of(names.container),
        annotations: { ...names.container.annotations },
      }
      const createdAtMs = Date.now() - 30 * secondMs + attempt * secondMs
      runtime.containers.plant(sandbox, config, image, { state: 'exited', createdAtMs })
    }
  }
}

/** The label that holds the unique identifier of a pod, which looks like no name. */
function uidKey({ labels }: Names): string {
  return Object.keys(labels).find((key) => key.endsWith('uid')) ?? ''
}

function having(counts: readonly number[], flags: Flags): () => ReturnType<ReturnType<typeof sharedAlone>> {
  return sharedAlone(async () => {
    const names = await known()
    return {
      flags: { '--minimum-container-ttl-duration': '0s', ...flags },
      prepare: (runtime) => plant(runtime, names, counts),
    }
  })
}

/**
 * The attempts that are left when so many are, or after a while. On a busy machine an agent may know before it collects
 * that the pods are gone, and then nothing of them has to stay.
 */
async function left(of: ReturnType<typeof having>, count: number): Promise<readonly number[]> {
  doubtJitterMeanwhile()
  const { runtime } = await of()
  expect(await known(), 'what the agent made').toBeDefined()
  await comesTrue(() => runtime.containers.all.length <= count, collectsWithinMs)
  await comesTrue(() => runtime.containers.all.length < count, staysAwayMs / 2)
  return runtime.containers.all.map(({ config }) => config.metadata?.attempt ?? -1)
}

const perContainer = having([4], {})
const none = having([2], { '--maximum-dead-containers-per-container': 0 })
const overall = having([2, 2, 2], {
  '--maximum-dead-containers-per-container': -1,
  '--maximum-dead-containers': 2,
})
const unlimited = having([2, 2, 2], { '--maximum-dead-containers': -1 })
// All that are planted are older, but not several times as old.
const few = having([1, 1, 1], {
  '--maximum-dead-containers': 1,
  '--minimum-container-ttl-duration': '20s',
})
const young = having([1, 1, 1], {
  '--maximum-dead-containers': 1,
  '--minimum-container-ttl-duration': '1h',
})

must(
  'agent.dead-containers.per-container',
  flagRow('--maximum-dead-containers-per-container', 'behaviour'),
  () => {
    says('As many old instances of a container are kept as --maximum-dead-containers-per-container says.')
    test('keeps the youngest of one container', async () => {
      expect(await left(perContainer, 1)).toEqual([3])
    }).sees('dead-containers-per-container-ignored', 'dead-containers-negative-is-none')

    test('keeps none for 0', async () => {
      expect(await left(none, 0)).toEqual([])
    }).sees('dead-containers-zero-keeps-one')
  },
)

must('agent.dead-containers.overall', flagRow('--maximum-dead-containers', 'behaviour'), () => {
  says('As many old instances are kept in all as --maximum-dead-containers says.')
  test('keeps so many of all', async () => {
    expect(await left(overall, 2)).toHaveLength(2)
  }).sees('dead-containers-ignored')

  test('keeps all that each container may have below zero', async () => {
    expect(await left(unlimited, 3)).toEqual([1, 1, 1])
  }).sees('dead-containers-negative-is-none', 'dead-containers-per-container-ignored')
})

must('agent.dead-containers.age', flagRow('--minimum-container-ttl-duration', 'behaviour'), () => {
  says('A container that ended is not collected before --minimum-container-ttl-duration.')
  test('leaves young ones', async () => {
    expect(await left(few, 1)).toHaveLength(1)
    const { runtime } = await young()
    expect(await comesTrue(() => runtime.containers.all.length < 3, staysAwayMs)).toBe(false)
  }).sees('container-ttl-ignored', 'container-ttl-thrice')
})
