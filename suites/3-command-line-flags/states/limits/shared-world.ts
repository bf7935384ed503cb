import { currentCheck, doubtJitterMeanwhile, shared } from '#kit'
import type { Flags } from '#kit/launch.ts'
import { showWorld } from '../subject.ts'
import { createObjects, startWorld, type World } from '../world.ts'

/**
 * Declares one environment for all checks of a file, started by the first one that needs it, with these config maps.
 */
export function sharedWorld(
  flags: () => Promise<Flags> | Flags,
  names: readonly string[] = [],
): () => Promise<World> {
  const start = async (): Promise<World> => {
    const world = await startWorld(await flags())
    try {
      await createObjects(world.server, ['sampled', ...names])
    } catch (thrown) {
      await world.stop()
      throw thrown
    }
    return world
  }
  const one = shared(start, (world) => world.stop())
  return async () => {
    const world = await one()
    const { program } = world.server
    doubtJitterMeanwhile(world.server.processId)
    showWorld(world, { fromMs: program.startedAtMs, toMs: Infinity }, () => [])
    if (program.exit !== undefined) throw world.server.crash('before the check began')
    currentCheck().reliesOn(world.server)
    return world
  }
}
