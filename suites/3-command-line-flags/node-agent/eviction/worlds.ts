import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Flags } from '#harness/launch/flags.ts'
import { ownBytes } from '#harness/launch/namespaces/private-mounts.ts'
import { nodeName, rootName } from '#harness/programs/node-agent.ts'
import { comesTrue } from '#harness/machine/until.ts'
import type { Container } from '#mocks/container-runtime/index.ts'
import type { NodeObject } from '../nodes/node-object.ts'
import { podObject, runPod, startWorld, type World } from '../world.ts'

// Node agents look at what there is every ten seconds or so.
export const looksEveryMs = 10_000
/** How long a look may keep something waiting, on a machine that has much to do. */
export const seenWithinMs = 2 * looksEveryMs + 2_000

/** The last signal is no end: containers take the whole grace that they get. */
const stubborn = { exitCode: 137, afterMs: Infinity } as const

/** A node agent whose files lie on a small disk, with a pod that runs; the disk becomes full when it is told to. */
export async function startOnSmallDisk(flags: Flags, spec: object = {}): Promise<SmallDisk> {
  const world = await startWorld({
    host: {},
    flags: { '--node-status-update-frequency': '1s', ...flags },
    onSpawned: (agent, runtime) => {
      runtime.disk.mountpoint = agent.path(rootName)
      runtime.containers.onSignal = { ...stubborn, afterMs: 0 }
    },
  })
  const container = await runPod(world, podObject('victim', spec))
  const filler = () => world.agent.outside(join(world.agent.path(rootName), 'filler'))
  return {
    ...world,
    container,
    fill: (percent) => writeFileSync(filler(), Buffer.alloc(Math.round((ownBytes * percent) / 100))),
    empty: () => rmSync(filler(), { force: true }),
  }
}

/** What checks of eviction look at. */
export interface SmallDisk extends World {
  readonly container: Container | undefined
  /** Fills so much of the disk, in percent. */
  fill(percent: number): void
  /** Frees the disk. */
  empty(): void
}

/** The request that stops the pod's container, once there is one. */
export function stopOf({ runtime, container }: SmallDisk) {
  return runtime.asked('StopContainer').find(({ request }) => request.containerId === container?.id)
}

/** Whether the pod's container is stopped in time. */
export function isEvicted(disk: SmallDisk, withinMs = seenWithinMs): Promise<boolean> {
  return comesTrue(() => stopOf(disk) !== undefined, withinMs)
}

/** Whether the node suffers from something, as it tells. */
export function suffers({ api }: World, condition: string): boolean {
  const { status } = (api.hand.get({ resource: 'nodes', name: nodeName }) ?? {}) as NodeObject
  return status?.conditions?.find(({ type }) => type === condition)?.status === 'True'
}
