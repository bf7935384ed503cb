import { currentCheck, monitorJitter, shared } from '#kit'
import type { Flags } from '#kit/launch.ts'
import { addServerSpans } from '../timeline.ts'
import { createObjects, startFixture, type StateFixture } from '../fixture.ts'

/**
 * Declares one environment for all checks of a file, started by the first one that needs it, with these config maps.
 */
export function sharedFixture(
  flags: () => Promise<Flags> | Flags,
  names: readonly string[] = [],
): () => Promise<StateFixture> {
  const start = async (): Promise<StateFixture> => {
    const fixture = await startFixture(await flags())
    try {
      await createObjects(fixture.server, ['sampled', ...names])
    } catch (thrown) {
      await fixture.stop()
      throw thrown
    }
    return fixture
  }
  const one = shared(start, (fixture) => fixture.stop())
  return async () => {
    const fixture = await one()
    const { program } = fixture.server
    monitorJitter(fixture.server.processId)
    addServerSpans(fixture, { fromMs: program.startedAtMs, toMs: Infinity }, () => [])
    if (program.exit !== undefined) throw fixture.server.crash('before the check began')
    currentCheck().dependsOn(fixture.server)
    return fixture
  }
}
