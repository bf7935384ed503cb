import { currentCheck, monitorJitter, shared } from '#kit'
import type { Flags } from '#kit/launch.ts'
import { addServerSpans } from '../timeline.ts'
import { createObjects, startFixture, type StateFixture } from '../fixture.ts'

/**
 * Declares a server with these config maps, which all checks of a file share. The first check that needs it starts it.
 */
export function sharedFixture(
  flags: () => Promise<Flags> | Flags,
  names: readonly string[] = [],
): () => Promise<StateFixture> {
  const start = async (): Promise<StateFixture> => {
    const stateFixture = await startFixture(await flags())
    try {
      await createObjects(stateFixture.server, ['sampled', ...names])
    } catch (thrown) {
      await stateFixture.stop()
      throw thrown
    }
    return stateFixture
  }
  const sharedStart = shared(start, (fixture) => fixture.stop())
  return async () => {
    const stateFixture = await sharedStart()
    const { program } = stateFixture.server
    monitorJitter(stateFixture.server.processId)
    addServerSpans(stateFixture, { fromMs: program.startedAtMs, toMs: Infinity }, () => [])
    if (program.exit !== undefined) throw stateFixture.server.crash('before the check began')
    currentCheck().dependsOn(stateFixture.server)
    return stateFixture
  }
}
