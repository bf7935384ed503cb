import { nowMs } from '#harness/time.ts'
import type { JitterCanary } from '#harness/machine/canary.ts'
import type { Sampler } from '#harness/observe/sampler.ts'
import { until, untilMoment } from '#harness/machine/until.ts'
import { isServed } from '../looks.ts'
import type { HealthKind } from '../model.ts'
import type { StartingSeen } from './starting.ts'
import type { Due, Starting } from './model.ts'
import type { World } from '../world.ts'

// After it has become ready, long enough to see all three paths say so.
const afterReadyMs = 400
// A machine may be that much slower than it should.
const slower = 2
// A server whose storage is stalled may take as long to answer as one that becomes ready.
const firstAnswerWithinMs = 30_000

/** When anything was answered first, whatever it said. */
export function firstAnswer(samplers: ReadonlyMap<HealthKind, Sampler>): number | undefined {
  const answers = [...samplers.values()].flatMap(
    ({ samples }) => samples.find(({ outcome }) => outcome.kind === 'answered')?.doneAtMs ?? [],
  )
  return answers.length > 0 ? Math.min(...answers) : undefined
}

/** What a start is scripted with. */
export interface Scripting {
  readonly starting: Starting
  readonly world: World
  readonly samplers: ReadonlyMap<HealthKind, Sampler>
  readonly canary: JitterCanary
  readonly back: () => Promise<void>
  readonly startedAtMs: number
}

/** Does what a start is to meet, and waits until the server is ready or has ended, or its time is over. */
export async function script({
  starting,
  world,
  samplers,
  canary,
  back,
  startedAtMs,
}: Scripting): Promise<Pick<StartingSeen, 'storeBackAtMs' | 'signalAtMs'>> {
  const { storeBack, signal, livezGraceMs = 0, giveUpAfterMs } = starting
  const { program } = world.server
  const moments: { storeBackAtMs: number | undefined; signalAtMs: number | undefined } = {
    storeBackAtMs: undefined,
    signalAtMs: undefined,
  }
  const due = async ({ from, afterMs }: Due): Promise<void> => {
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
