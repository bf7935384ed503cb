import { nowMs } from '#harness/time.ts'
import type { Flags } from '#harness/launch/flags.ts'
import { JitterCanary } from '#harness/machine/canary.ts'
import { Sampler } from '#harness/observe/sampler.ts'
import { type Etcd, onEveryKey, stall, startEtcd } from '#mocks/etcd/index.ts'
import { spawnServer } from '../../../shared/api-server.ts'
import { storageOf } from '../../../shared/storage.ts'
import { healthKinds, type HealthKind } from '../model.ts'
import type { Starting } from './model.ts'
import { firstAnswer, script } from './script.ts'
import { prober, type World, worldOf } from '../world.ts'

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
  const server = await spawnServer({ storage: storageOf(etcd), flags: startingFlags(starting) })
  const canary = new JitterCanary(server.processId)
  const world = worldOf(server, etcd)
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
      dispose: () => world.stop(),
    }
    // Nothing more is asked of it, and it would cost the others their quiet.
    server.program.kill()
    return seen
  } catch (thrown) {
    await world.stop()
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
