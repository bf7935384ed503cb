import {
  becomesTrue,
  currentCheck,
  maxLateShare,
  becomesTrueSoon,
  JitterCanary,
  machineLateError,
  nowMs,
  shared,
} from '#kit'
import { absenceOf, type Flags, mountBytes } from '#kit/launch.ts'
import { type NodeAgent, rootName } from '#harness/programs/node-agent.ts'
import type { ContainerRuntime } from '#mocks/container-runtime/index.ts'
import type { AgentSpec } from '../../../shared/node-agent.ts'
import { targetDialect } from '../../../shared/dialect.ts'
import { sharedAgentWithoutApi } from '../fixture.ts'

const program = 'node-agent'
/** The flag of the image that is never removed. */
export const infraFlag = '--pod-infra-container-image'
const collectsWithinMs = 8_000
/** Long enough for a collection, which runs at the start of the program. */
export const staysAwayMs = 4_000
// Time after the first runtime requests in which an agent reads its disk. An agent lists its images only once in
// minutes.
const readsDiskWithinMs = 2_000
const requestsWithinMs = 15_000
const imageBytes = 5 * 1024 * 1024
const keptImages = ['used', 'pinned', 'infra'] as const
const unusedImages = ['a', 'b', 'c', 'd', 'e'] as const
const nameOf = (image: string): string => `registry.example/${image}:1`

/** An agent with images. */
export interface Store {
  readonly fixture: ReturnType<typeof sharedAgentWithoutApi>
  /** Names of the images, as this file uses them. */
  readonly names: readonly string[]
}

/** Declares an agent with used and unused images, on a file system with a share in use. */
function agentWithImages(usedPercent: number, flags: Flags, others: readonly string[] = unusedImages): Store {
  const names = [...keptImages, ...others]
  let spawnedAgent: NodeAgent | undefined
  const spec = (): AgentSpec => ({
    host: { filledBytes: Math.round((mountBytes * usedPercent) / 100) },
    flags: {
      '--minimum-image-ttl-duration': '0s',
      ...(hasInfraFlag() && { '--pod-infra-container-image': nameOf('infra') }),
      ...flags,
    },
    prepare: (runtime) => {
      const { images, sandboxes, containers } = runtime
      runtime.answer({ listImages: afterDiskRead(runtime, () => spawnedAgent?.processId) })
      for (const name of names)
        images.add({ name: nameOf(name), sizeBytes: imageBytes, pinned: name === 'pinned' })
      const sandbox = sandboxes.plant({ metadata: { name: 'user', namespace: 'default', uid: 'user' } })
      const usedImage = images.find(nameOf('used'))
      if (usedImage !== undefined) containers.plant(sandbox, { metadata: { name: 'user' } }, usedImage)
    },
    onSpawned: (agent, runtime) => {
      spawnedAgent = agent
      runtime.disk.mountpoint = agent.path(rootName)
    },
  })
  return { fixture: sharedAgentWithoutApi(spec), names }
}

/** Returns a response that waits until the agent knows its disk, however late this machine and the agent are. */
function afterDiskRead(
  runtime: ContainerRuntime,
  agentProcessId: () => number | undefined,
): <Honest>(honest: Honest) => Promise<Honest> {
  const hasRequests = (): boolean => runtime.asked('Status').length + runtime.asked('ImageFsInfo').length > 0
  const waitUntilRequested = async (): Promise<void> => {
    await becomesTrueSoon(hasRequests, requestsWithinMs)
    using canary = new JitterCanary(agentProcessId())
    const fromMs = nowMs()
    await becomesTrueSoon(() => canary.quietMs(fromMs, nowMs()) >= readsDiskWithinMs, requestsWithinMs)
  }
  let pendingWait: Promise<void> | undefined
  return async (honest) => {
    await (pendingWait ??= waitUntilRequested())
    return honest
  }
}

function hasInfraFlag(): boolean {
  return absenceOf(targetDialect(), program, 'flag', infraFlag) === undefined
}

// Runtimes that removed no further images, so that no check repeats the wait.
const idleRuntimes = new WeakSet<ContainerRuntime>()

/** Returns the removed images once the given number is removed, or after a timeout. */
export async function removedImages(
  { fixture, names }: Store,
  count: number,
  withinMs = collectsWithinMs,
): Promise<readonly string[]> {
  const { runtime } = await fixture()
  const missingNames = () => names.filter((name) => runtime.images.find(nameOf(name)) === undefined)
  await becomesTrue(() => missingNames().length >= count, withinMs)
  if (count < Infinity && !idleRuntimes.has(runtime)) {
    await becomesTrueSoon(() => missingNames().length > count, staysAwayMs / 2)
    idleRuntimes.add(runtime)
  }
  currentCheck().observe('images that were removed', missingNames())
  return missingNames()
}

// A tenth is free, and three tenths are required: 12.8 MiB, which is three images.
const fullFlags = { '--image-gc-high-threshold': 80, '--image-gc-low-threshold': 70 }

/**
 * Returns a full store whose agent removes images. Several agents are started, because a late agent may not know its
 * disk.
 */
function collectingStore(others: readonly string[]): Store {
  const stores = [1, 2, 3].map(() => agentWithImages(90, fullFlags, others))
  // Uses the first agent that removes images.
  const firstCollecting = shared(async () => {
    let delayedMs = 0
    for (const fullStore of stores) {
      const { agent, runtime } = await fullStore.fixture()
      using canary = new JitterCanary(agent.processId)
      const fromMs = nowMs()
      if (await becomesTrue(() => runtime.asked('RemoveImage').length > 0, collectsWithinMs / 2))
        return fullStore
      delayedMs += nowMs() - fromMs - canary.quietMs(fromMs, nowMs())
    }
    // An agent that misses a collection on an overloaded machine repeats it minutes later, so no check that waits again
    // can observe it.
    if (delayedMs >= maxLateShare * collectsWithinMs)
      throw machineLateError(`${stores.length} agents with a full disk removed no images.`)
    return stores[0]!
  })
  return { fixture: async () => (await firstCollecting()).fixture(), names: stores[0]!.names }
}

/** Store above the high threshold. */
export const fullWithUnused = collectingStore(unusedImages)
/** Store with too few unused images, whose used images must remain. */
export const fullWithOneUnused = collectingStore(['a'])
/** Store between both thresholds. */
export const storeBetweenThresholds = agentWithImages(60, {
  '--image-gc-high-threshold': 80,
  '--image-gc-low-threshold': 40,
})
/** Store without collection, although less than one percent is free. */
export const storeWithoutCollection = agentWithImages(99.5, {
  '--image-gc-high-threshold': 100,
  '--image-gc-low-threshold': 70,
})
/** Full store with recent images. */
export const storeOfRecentImages = agentWithImages(90, {
  '--image-gc-high-threshold': 80,
  '--image-gc-low-threshold': 70,
  '--minimum-image-ttl-duration': '1h',
})
