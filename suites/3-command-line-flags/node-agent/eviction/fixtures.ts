import { appendFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { becomesTrue } from '#kit'
import { type Flags, mountBytes } from '#kit/launch.ts'
import { nodeName, rootName } from '#harness/programs/node-agent.ts'
import type { Container } from '#mocks/container-runtime/index.ts'
import type { NodeObject } from '../nodes/node-object.ts'
import { podObject, runPod, startAgentFixture, type AgentFixture } from '../fixture.ts'

// Interval at which node agents check the available resources.
export const pollsEveryMs = 10_000
/** Longest time until a check takes effect, on a busy machine. */
export const seenWithinMs = 2 * pollsEveryMs + 2_000

/** Containers that ignore the stop signal, so that they use their whole grace period. */
const neverStopping = { exitCode: 137, afterMs: Infinity } as const

/** Starts a node agent with its files on a small disk and a running pod. The check fills the disk. */
export async function startOnSmallDisk(flags: Flags, spec: object = {}): Promise<SmallDisk> {
  const agentFixture = await startAgentFixture({
    host: {},
    flags: { '--node-status-update-frequency': '1s', ...flags },
    onSpawned: (agent, runtime) => {
      runtime.disk.mountpoint = agent.path(rootName)
      runtime.containers.onSignal = { ...neverStopping, afterMs: 0 }
    },
  })
  const container = await runPod(agentFixture, podObject('victim', spec))
  const fillerPath = () => agentFixture.agent.hostPathOf(join(agentFixture.agent.path(rootName), 'filler'))
  return {
    ...agentFixture,
    container,
    fill: (percent) => resizeFile(fillerPath(), Math.round((mountBytes * percent) / 100)),
    free: () => rmSync(fillerPath(), { force: true }),
  }
}

/** Environment of the eviction checks. */
export interface SmallDisk extends AgentFixture {
  readonly container: Container | undefined
  /** Fills the disk to a percentage. */
  fill(percent: number): void
  /** Frees the disk. */
  free(): void
}

/** Returns the request that stops the pod's container, once there is one. */
export function stopRequestOf({ runtime, container }: SmallDisk) {
  return runtime.asked('StopContainer').find(({ request }) => request.containerId === container?.id)
}

/** Reports whether the pod's container is stopped in time. */
export function isEvicted(disk: SmallDisk, withinMs = seenWithinMs): Promise<boolean> {
  return becomesTrue(() => stopRequestOf(disk) !== undefined, withinMs)
}

/** Reports whether the node has a condition according to its status. */
export function hasCondition({ api }: AgentFixture, condition: string): boolean {
  const { status } = (api.hand.get({ resource: 'nodes', name: nodeName }) ?? {}) as NodeObject
  return status?.conditions?.find(({ type }) => type === condition)?.status === 'True'
}

/**
 * Sets the size of a file, in bytes. Writes or removes only the difference, because an agent could observe a file that
 * is empty for a moment.
 */
export function resizeFile(path: string, size: number): void {
  const currentSize = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size < currentSize) truncateSync(path, size)
  else appendFileSync(path, Buffer.alloc(size - currentSize))
}
