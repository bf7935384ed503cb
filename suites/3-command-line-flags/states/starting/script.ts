import { type JitterCanary, nowMs, type Sampler, until, untilMoment } from '#kit'
import { isServed } from '../samples.ts'
import type { HealthKind } from '../model.ts'
import type { ObservedStarting } from './starting.ts'
import type { ScheduledAction, Starting } from './model.ts'
import type { StateFixture } from '../fixture.ts'

// Time after readiness in which all three paths report it.
const afterReadyMs = 400
// Factor by which a machine may be slower than expected.
const slowingFactor = 2
// Factor by which a server with stalled storage may be slower before its storage comes back.
const maxSlowness = 6
// Longest time to the first response. A server with a stalled store can take as long to respond as a server that
// becomes ready.
const firstAnswerWithinMs = 30_000

/** Returns the time of the first response, with any content. */
export function firstAnswer(samplers: ReadonlyMap<HealthKind, Sampler>): number | undefined {
  const answerTimes = [...samplers.values()].flatMap(
    ({ samples }) => samples.find(({ outcome }) => outcome.kind === 'answered')?.doneAtMs ?? [],
  )
  return answerTimes.length > 0 ? Math.min(...answerTimes) : undefined
}

/** Parameters of the script of a start. */
export interface ScriptInput {
  readonly starting: Starting
  readonly fixture: StateFixture
  readonly samplers: ReadonlyMap<HealthKind, Sampler>
  readonly canary: JitterCanary
  readonly restoreStore: () => Promise<void>
  readonly startedAtMs: number
}

/** Runs the events of a start, and waits until the server is ready or has ended, or until the timeout. */
export async function runStartingScript({
  starting,
  fixture,
  samplers,
  canary,
  restoreStore,
  startedAtMs,
}: ScriptInput): Promise<Pick<ObservedStarting, 'storeBackAtMs' | 'signalAtMs'>> {
  const { storeBack, signal, livezGraceMs = 0, giveUpAfterMs } = starting
  const { program } = fixture.server
  const actionTimes: { storeBackAtMs: number | undefined; signalAtMs: number | undefined } = {
    storeBackAtMs: undefined,
    signalAtMs: undefined,
  }
  const waitUntilDue = async ({ from, afterMs }: ScheduledAction): Promise<void> => {
    let fromMs: number | undefined = from === 'start' ? startedAtMs : undefined
    await until(() => (fromMs ??= firstAnswer(samplers)) !== undefined, {
      withinMs: firstAnswerWithinMs,
      what: 'the server answered anything on a health path',
    })
    await untilMoment((fromMs ?? 0) + afterMs, 'the script went on')
  }
  // On a busy machine a server may notice late that its time for the storage is over.
  const untilWorkedFor = (workMs: number): Promise<void> => {
    const fromMs = firstAnswer(samplers) ?? startedAtMs
    const hasWorked = (): boolean =>
      canary.quietMs(fromMs, nowMs()) >= workMs || nowMs() > fromMs + maxSlowness * workMs
    return until(hasWorked, { withinMs: (maxSlowness + 1) * workMs, what: 'the server had time to work' })
  }
  const runScript = async (): Promise<void> => {
    if (signal !== undefined) {
      await waitUntilDue(signal)
      actionTimes.signalAtMs = nowMs()
      program.signal('SIGTERM')
    }
    if (storeBack !== undefined) {
      await waitUntilDue({ ...storeBack, afterMs: storeBack.afterMs + livezGraceMs })
      if (starting.storageTimeoutMs !== undefined) await untilWorkedFor(storeBack.afterMs)
      actionTimes.storeBackAtMs = nowMs()
      await restoreStore()
    }
    const fromMs = nowMs()
    const isOver = (): boolean =>
      (nowMs() > fromMs + giveUpAfterMs && canary.quietMs(fromMs, nowMs()) > giveUpAfterMs) ||
      nowMs() > fromMs + slowingFactor * giveUpAfterMs
    await until(() => isOver() || (signal === undefined && isReady(samplers)), {
      withinMs: slowingFactor * giveUpAfterMs + 1_000,
      what: 'the server was ready or its time was over',
    })
    await untilMoment(nowMs() + afterReadyMs, 'all paths were seen')
  }
  await Promise.race([runScript(), program.exited])
  return actionTimes
}

function isReady(samplers: ReadonlyMap<HealthKind, Sampler>): boolean {
  const lastSample = samplers.get('/readyz')?.samples.at(-1)
  return lastSample !== undefined && isServed(lastSample.outcome)
}
