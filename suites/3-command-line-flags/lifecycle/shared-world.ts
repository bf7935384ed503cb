import { afterAll } from 'vitest'
import type { Flags } from '#harness/launch/flags.ts'
import { doubtJitterMeanwhile } from '#harness/observe/doubt.ts'
import { showWorld } from './subject.ts'
import { createObjects, startWorld, type World } from './world.ts'

/** One world for all checks of a file, started by the first that needs it, with these config maps in it. */
export function sharedWorld(
  flags: () => Promise<Flags> | Flags,
  names: readonly string[] = [],
): () => Promise<World> {
  let started: Promise<{ world: World; fromMs: number }> | undefined
  const start = async (): Promise<{ world: World; fromMs: number }> => {
    const world = await startWorld(await flags())
    try {
      await createObjects(world.server, ['sampled', ...names])
    } catch (thrown) {
      await world.stop()
      throw thrown
    }
    return { world, fromMs: world.server.program.startedAtMs }
  }
  afterAll(async () => {
    await started?.then(
      ({ world }) => world.stop(),
      () => {},
    )
    started = undefined
  })
  return async () => {
    started ??= start()
    const { world, fromMs } = await started
    doubtJitterMeanwhile(world.server.program.pid)
    showWorld(world, { fromMs, toMs: Infinity }, () => [])
    if (world.server.program.exit !== undefined) throw world.server.crash('before the check began')
    return world
  }
}
