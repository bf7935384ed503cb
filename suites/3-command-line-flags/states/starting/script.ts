import { type JitterCanary, nowMs, type Sampler, until, untilMoment } from '#kit'
import { isServed } from '../samples.ts'
import type { HealthKind } from '../model.ts'
import type { ObservedStarting } from './starting.ts'
import type { ScheduledAction, Starting } from './model.ts'
import type { StateFixture } from '../fixture.ts'

// Time after readiness in which all three paths report it.
const afterReadyMs = 400
// Factor by which a machine may be slower than expected.
const slower = 2
// A server with a stalled store can take as long to respond as one that becomes ready.
const firstAnswerWithinMs = 30_000

/** Returns the time of the first response, with any content. */
export function firstAnswer(samplers: ReadonlyMap<HealthKind, Sampler>): number | undefined {
  const answers = [...samplers.values()].flatMap(
    ({ samples }) => samples.find(({ outcome }) => outcome.kind === 'answered')?.doneAtMs ?? [],
  )
  return answers.length > 0 ? Math.min(...answers) : undefined
}

/** Parameters of the script of a start. */
export interface Scripting {
  readonly starting: Starting
  readonly fixture: StateFixture
  readonly samplers: ReadonlyMap<HealthKind, Sampler>
  readonly canary: JitterCanary
  readonly back: () => Promise<void>
  readonly startedAtMs: number
}

/** Runs the events of a start, and waits until the server is ready or has ended, or until the timeout. */
export async function script({
  starting,
  fixture,
  samplers,
  canary,
  back,
  startedAtMs,
}: Scripting): Promise<Pick<ObservedStarting, 'storeBackAtMs' | 'signalAtMs'>> {
  const { storeBack, signal, livezGraceMs = 0, giveUpAfterMs } = starting
  const { program } = fixture.server
  const moments: { storeBackAtMs: number | undefined; signalAtMs: number | undefined } = {
    storeBackAtMs: undefined,
    signalAtMs: undefined,
  }
  const due = async ({ from, afterMs }: ScheduledAction): Promise<void> => {
    let fromMs: number | undefined = from === 'start' ? startedAtMs : undefined
    await until(() => (fromMs ??= firstAnswer(samplers)) !== undefined, {
      withinMs: firstAnswerWithinMs,
      what: 'the server answered anything on a health path',
    })
    await untilMoment((fromMs ?? 0) + afterMs, 'the script went on')
  }
  const parts = async (): Promise<void> => {
    if (signal !== undefined) {
      await due(signal)
      moments.signalAtMs = nowMs()
      program.signal('SIGTERM')
    }
    if (storeBack !== undefined) {
      await due({ ...storeBack, afterMs: storeBack.afterMs + livezGraceMs })
      moments.storeBackAtMs = nowMs()
      await back()
    }
    const fromMs = nowMs()
    const isOver = (): boolean =>
      (nowMs() > fromMs + giveUpAfterMs && canary.quietMs(fromMs, nowMs()) > giveUpAfterMs) ||
      nowMs() > fromMs + slower * giveUpAfterMs
    await until(() => isOver() || (signal === undefined && isReady(samplers)), {
      withinMs: slower * giveUpAfterMs + 1_000,
      what: 'the server was ready or its time was over',
    })
    await untilMoment(nowMs() + afterReadyMs, 'all paths were seen')
  }
  await Promise.race([parts(), program.exited])
  return moments
}

function isReady(samplers: ReadonlyMap<HealthKind, Sampler>): boolean {
  const last = samplers.get('/readyz')?.samples.at(-1)
  return last !== undefined && isServed(last.outcome)
}
