import { JitterCanary, nowMs, Sampler } from '#kit'
import type { Flags } from '#kit/launch.ts'
import { type Etcd, onEveryKey, stall, startEtcd } from '#mocks/etcd/index.ts'
import { spawnServer } from '../../../shared/api-server.ts'
import { storageOf } from '../../../shared/storage.ts'
import { healthKinds, type HealthKind } from '../model.ts'
import type { Starting } from './model.ts'
import { firstAnswer, runStartingScript } from './script.ts'
import { createProber, type StateFixture, fixtureOf } from '../fixture.ts'

/** All observations of one start. */
export interface ObservedStarting {
  readonly name: string
  readonly starting: Starting
  readonly fixture: StateFixture
  readonly startedAtMs: number
  /** Time of the first response, with any content. */
  readonly firstAnswerAtMs: number | undefined
  readonly storeBackAtMs: number | undefined
  readonly signalAtMs: number | undefined
  readonly samplers: ReadonlyMap<HealthKind, Sampler>
  readonly endedAtMs: number
  readonly canary: JitterCanary
  readonly jitterMs: number
  dispose(): Promise<void>
}

const pollIntervalMs = 50
// Time limit of a sample, short so that requests before the first response do not delay the next sample.
const answerWithinMs = 1_000

export interface ReadyToStart {
  readonly name: string
  readonly starting: Starting
  readonly etcd: Etcd
  /** Makes the store respond. */
  readonly restoreStore: () => Promise<void>
}

/**
 * Starts the store of a start.
 * @param previousStart a start whose grace period ended before the server responded; the returned start has a longer
 * grace period
 */
export async function startStore(
  name: string,
  planned: Starting,
  previousStart?: ObservedStarting,
): Promise<ReadyToStart> {
  const startingSpec =
    previousStart !== undefined && isTooLate(previousStart) ? withMoreGrace(planned, previousStart) : planned
  const etcd = await startEtcd(startingSpec.store === 'absent' ? { listening: false } : {})
  const stalledCall = stall()
  if (startingSpec.store === 'stalled') {
    etcd.answer(
      onEveryKey((honest, { key }) => (key.endsWith('/health') ? honest : stalledCall.answer(honest))),
    )
  }
  const restoreStore = async (): Promise<void> => {
    stalledCall.release()
    if (startingSpec.store === 'absent') await etcd.listen()
  }
  return { name, starting: startingSpec, etcd, restoreStore }
}

// Part of the grace period, long enough for a few dozen samples.
const graceSamplingMs = 1_500

/** Reports whether the server responded too late to observe its grace period. */
function isTooLate({ starting, startedAtMs, firstAnswerAtMs = Infinity }: ObservedStarting): boolean {
  const { livezGraceMs } = starting
  return livezGraceMs !== undefined && firstAnswerAtMs + graceSamplingMs > startedAtMs + livezGraceMs
}

// Factor for a machine that is slower at the next start.
const slowingFactor = 2

function withMoreGrace(starting: Starting, { startedAtMs, firstAnswerAtMs = 0 }: ObservedStarting): Starting {
  const livezGraceMs = Math.ceil(
    Math.max(0, firstAnswerAtMs - startedAtMs) * slowingFactor + 2 * graceSamplingMs,
  )
  return { ...starting, livezGraceMs: Math.max(livezGraceMs, starting.livezGraceMs ?? 0) }
}

/** Starts a server on the given store and samples its health from the first moment on. */
export async function runStarting({
  name,
  starting,
  etcd,
  restoreStore,
}: ReadyToStart): Promise<ObservedStarting> {
  const samplers = new Map<HealthKind, Sampler>()
  const server = await spawnServer({ storage: storageOf(etcd), flags: startingFlags(starting) })
  const canary = new JitterCanary(server.processId)
  const stateFixture = fixtureOf(server, etcd)
  try {
    const { startedAtMs } = server.program
    for (const path of healthKinds) {
      const probeRequest = { path, withinMs: answerWithinMs }
      samplers.set(
        path,
        new Sampler({
          name: `GET ${path}`,
          prober: createProber(server, 'kept'),
          request: probeRequest,
          everyMs: pollIntervalMs,
        }),
      )
    }
    const actionTimes = await runStartingScript({
      starting,
      fixture: stateFixture,
      samplers,
      canary,
      restoreStore,
      startedAtMs,
    })
    const endedAtMs = nowMs()
    await Promise.all([...samplers.values()].map((sampler) => sampler.stop()))
    const recording: ObservedStarting = {
      name,
      starting,
      fixture: stateFixture,
      startedAtMs,
      firstAnswerAtMs: firstAnswer(samplers),
      ...actionTimes,
      samplers,
      endedAtMs,
      canary,
      jitterMs: canary.worst(startedAtMs, endedAtMs),
      dispose: () => stateFixture.stop(),
    }
    // Kills the server, because its further work would disturb other scenarios.
    server.program.kill()
    return recording
  } catch (thrown) {
    await stateFixture.stop()
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
