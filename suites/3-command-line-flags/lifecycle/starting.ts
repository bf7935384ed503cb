import { inject } from 'vitest'
import { nowMs } from '#harness/clock.ts'
import { spawnApiServer } from '#harness/launch/api-server.ts'
import type { Flags } from '#harness/launch/flags.ts'
import { JitterCanary } from '#harness/observe/canary.ts'
import { Sampler } from '#harness/observe/sampler.ts'
import { until } from '#harness/until.ts'
import { type Etcd, onEveryKey, stall, startEtcd } from '#mocks/etcd/index.ts'
import { untilMoment } from '../../fixtures/moments.ts'
import { isServed } from './looks.ts'
import { healthKinds, type HealthKind } from './model.ts'
import type { Due, Starting } from './starting-model.ts'
import { prober, type World } from './world.ts'

/** Everything that was seen of one start. */
export interface StartingSeen {
  readonly name: string
  readonly starting: Starting
  readonly world: World
  readonly startedAtMs: number
  /** When anything was answered first, whatever it said. */
  readonly firstAnswerAtMs: number | undefined
  readonly storeBackAtMs: number | undefined
  readonly signalAtMs: number | undefined
  readonly samplers: ReadonlyMap<HealthKind, Sampler>
  readonly endedAtMs: number
  readonly canary: JitterCanary
  readonly jitterMs: number
  dispose(): Promise<void>
}

const lookEveryMs = 50
// A server that listens before it can answer must not keep an observer from seeing when it can.
const answerWithinMs = 1_000
// After it has become ready, long enough to see all three paths say so.
const afterReadyMs = 400

export interface ReadyToStart {
  readonly name: string
  readonly starting: Starting
  readonly etcd: Etcd
  /** Lets the store answer. */
  readonly back: () => Promise<void>
}

/**
 * Makes the store that a start meets.
 * @param before an attempt whose grace period was over before the server answered: this one gets more
 */
export async function startStore(
  name: string,
  planned: Starting,
  before?: StartingSeen,
): Promise<ReadyToStart> {
  const starting = before !== undefined && isTooLate(before) ? moreGrace(planned, before) : planned
  const etcd = await startEtcd(starting.store === 'absent' ? { listening: false } : {})
  const stalled = stall()
  if (starting.store === 'stalled') {
    etcd.answer(onEveryKey((honest, { key }) => (key.endsWith('/health') ? honest : stalled.answer(honest))))
  }
  const back = async (): Promise<void> => {
    stalled.release()
    if (starting.store === 'absent') await etcd.listen()
  }
  return { name, starting, etcd, back }
}

// Within this much of a grace period, a few dozen looks see it at work.
const seenGraceMs = 1_500

/** Whether the server answered too late for its grace period to be seen. */
function isTooLate({ starting, startedAtMs, firstAnswerAtMs = Infinity }: StartingSeen): boolean {
  const { livezGraceMs } = starting
  return livezGraceMs !== undefined && firstAnswerAtMs + seenGraceMs > startedAtMs + livezGraceMs
}

// The next start may meet a machine that is still slower.
const slower = 2

function moreGrace(starting: Starting, { startedAtMs, firstAnswerAtMs = 0 }: StartingSeen): Starting {
  const livezGraceMs = Math.ceil(Math.max(0, firstAnswerAtMs - startedAtMs) * slower + 2 * seenGraceMs)
  return { ...starting, livezGraceMs: Math.max(livezGraceMs, starting.livezGraceMs ?? 0) }
}

/** Starts a server on that store and looks at its health from the first moment on. */
export async function playStarting({ name, starting, etcd, back }: ReadyToStart): Promise<StartingSeen> {
  const samplers = new Map<HealthKind, Sampler>()
  const server = await spawnApiServer({
    settings: inject('settings'),
    storage: etcd.url,
    flags: startingFlags(starting),
    peers: [],
  })
  const canary = new JitterCanary(server.program.pid)
  const stop = async (): Promise<void> => {
    server.program.kill()
    await server.stop()
    await etcd.stop()
  }
  const world: World = { server, etcd, authorizers: undefined, peers: [], stop }
  try {
    const { startedAtMs } = server.program
    for (const path of healthKinds) {
      const question = { path, withinMs: answerWithinMs }
      samplers.set(
        path,
        new Sampler({ name: `GET ${path}`, prober: prober(server, 'kept'), question, everyMs: lookEveryMs }),
      )
    }
    const moments = await script({ starting, world, samplers, canary, back, startedAtMs })
    const endedAtMs = nowMs()
    await Promise.all([...samplers.values()].map((sampler) => sampler.stop()))
    const seen: StartingSeen = {
      name,
      starting,
      world,
      startedAtMs,
      firstAnswerAtMs: firstAnswer(samplers),
      ...moments,
      samplers,
      endedAtMs,
      canary,
      jitterMs: canary.worst(startedAtMs, endedAtMs),
      dispose: stop,
    }
    // Nothing more is asked of it, and it would cost the others their quiet.
    server.program.kill()
    return seen
  } catch (thrown) {
    await stop()
    throw thrown
  } finally {
    await Promise.all([...samplers.values()].map((sampler) => sampler.stop()))
    canary.stop()
  }
}

function startingFlags({ livezGraceMs, storageTimeoutMs }: Starting): Flags {
  return {
    ...(livezGraceMs !== undefined && { '--livez-grace-period': `${livezGraceMs}ms` }),
    ...(storageTimeoutMs !== undefined && { '--storage-initialization-timeout': `${storageTimeoutMs}ms` }),
  }
}

// A server whose storage is stalled may take as long to answer as one that becomes ready.
const firstAnswerWithinMs = 30_000

function firstAnswer(samplers: ReadonlyMap<HealthKind, Sampler>): number | undefined {
  const answers = [...samplers.values()].flatMap(
    ({ samples }) => samples.find(({ outcome }) => outcome.kind === 'answered')?.doneAtMs ?? [],
  )
  return answers.length > 0 ? Math.min(...answers) : undefined
}

interface Scripting {
  readonly starting: Starting
  readonly world: World
  readonly samplers: ReadonlyMap<HealthKind, Sampler>
  readonly canary: JitterCanary
  readonly back: () => Promise<void>
  readonly startedAtMs: number
}

async function script({
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
