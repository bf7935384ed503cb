import { openWatch, type OpenWatch, watchTransports } from '#harness/client/watch.ts'
import { nowMs } from '#harness/clock.ts'
import { HarnessError } from '#harness/errors.ts'
import type { Flags } from '#harness/launch/flags.ts'
import type { Exit } from '#harness/launch/program.ts'
import { JitterCanary } from '#harness/observe/canary.ts'
import type { Hold } from '#harness/observe/hold.ts'
import { type Sample, Sampler } from '#harness/observe/sampler.ts'
import { until } from '#harness/until.ts'
import { untilMoment } from '../../fixtures/moments.ts'
import { hold } from './holds.ts'
import { slowestLook } from './looks.ts'
import { type Ending, healthKinds, type HealthKind, type NewRequestKind } from './model.ts'
import { probeOnce, type ProbeName } from './probes.ts'
import { configMap, configMaps, createObjects, identity, prober, startWorld, type World } from './world.ts'

export type SampledKind = HealthKind | NewRequestKind

/** Everything that was seen around the end of one server. */
export interface EndingSeen {
  readonly name: string
  readonly ending: Ending
  readonly world: World
  readonly readyAtMs: number
  readonly signalAtMs: number
  /** When draining begins, as the documents have it: after the delay, if there is one. */
  readonly drainAtMs: number
  readonly samplers: ReadonlyMap<SampledKind, Sampler>
  readonly holds: readonly Hold[]
  readonly watches: readonly OpenWatch[]
  /** The request, halfway through the delay, that makes an event for the watches. */
  readonly event: Sample | undefined
  readonly probes: ReadonlyMap<ProbeName, Sample>
  /** Absent when the server had to be killed. */
  readonly exit: Exit | undefined
  /** When the held requests were let go. */
  readonly releasedAtMs: number | undefined
  readonly endedAtMs: number
  readonly canary: JitterCanary
  readonly jitterMs: number
  dispose(): Promise<void>
}

// Small beside the shortest span between two signals of a script, large beside what a look costs.
const healthEveryMs = 50
const freshEveryMs = 100
const samplesBefore = 3
const steadyWithinMs = 30_000
const quickMs = 100
const settledMs = 500
const quietWithinMs = 3_000
// How long a server may go on after everything the documents let it wait for; only a defective one needs it.
const giveUpAfterMs = 6_000

/** The documents' flags of an ending. */
export function endingFlags({ delayMs, retryAfter, graceMs, requestTimeoutMs = 20_000 }: Ending): Flags {
  return {
    ...(delayMs !== undefined && { '--shutdown-delay-duration': `${delayMs}ms` }),
    ...(retryAfter && { '--shutdown-send-retry-after': true }),
    ...(graceMs !== undefined && { '--shutdown-watch-termination-grace-period': `${graceMs}ms` }),
    '--request-timeout': `${requestTimeoutMs}ms`,
  }
}

export interface ReadyToEnd {
  readonly name: string
  readonly ending: Ending
  readonly world: World
}

export async function startToEnd(name: string, ending: Ending): Promise<ReadyToEnd> {
  const world = await startWorld(endingFlags(ending), ending.holds?.includes('authorizer'))
  try {
    await createObjects(world.server, ['sampled', 'held'])
  } catch (thrown) {
    await world.stop()
    throw thrown
  }
  return { name, ending, world }
}

/** Opens and holds everything, sends the signal, and looks until the server has ended. */
export async function playEnding({ name, ending, world }: ReadyToEnd): Promise<EndingSeen> {
  const { server } = world
  const readyAtMs = nowMs()
  const canary = new JitterCanary()
  const samplers = sample(world)
  const watches = ending.watches
    ? watchTransports.map((transport) =>
        openWatch(transport, { ...identity(server), path: `${configMaps}?watch=true` }),
      )
    : []
  try {
    await steady(samplers, watches)
    const holds = await Promise.all((ending.holds ?? []).map((kind) => hold(world, kind)))
    const signalAtMs = nowMs()
    server.program.signal('SIGTERM')
    const drainAtMs = signalAtMs + (ending.delayMs ?? 0)
    const scripted = await script({ ending, world, holds, watches, signalAtMs, drainAtMs })
    const exit = await exitOf(world, drainAtMs + longestWaitMs(ending) + giveUpAfterMs)
    const endedAtMs = nowMs()
    await Promise.all([...samplers.values()].map((sampler) => sampler.stop()))
    return {
      name,
      ending,
      world,
      readyAtMs,
      signalAtMs,
      drainAtMs,
      samplers,
      holds,
      watches,
      ...scripted,
      exit,
      endedAtMs,
      canary,
      // How slow the server is with nothing to do but answer is the machine's doing, too.
      jitterMs: Math.max(
        canary.worst(signalAtMs, endedAtMs),
        slowestLook(samplers, signalAtMs - settledMs, signalAtMs),
      ),
      dispose: () => world.stop(),
    }
  } catch (thrown) {
    await world.stop()
    throw thrown
  } finally {
    await Promise.all([...samplers.values()].map((sampler) => sampler.stop()))
    for (const watch of watches) watch.leave()
    canary.stop()
  }
}

function sample({ server }: World): Map<SampledKind, Sampler> {
  const health = healthKinds.map((path) => {
    const options = { name: `GET ${path}`, prober: prober(server, 'kept'), question: { path } }
    return [path, new Sampler({ ...options, everyMs: healthEveryMs })] as const
  })
  const ordinary = (['fresh', 'kept', 'http2'] as const).map((kind) => {
    const options = {
      name: `GET, ${kind}`,
      prober: prober(server, kind),
      question: { path: `${configMaps}/sampled` },
    }
    const everyMs = kind === 'fresh' ? freshEveryMs : healthEveryMs
    return [kind, new Sampler({ ...options, everyMs })] as const
  })
  return new Map<SampledKind, Sampler>([...health, ...ordinary])
}

/** Waits until every observer has seen the serving state, so that what it sees later is a change. */
async function steady(
  samplers: ReadonlyMap<SampledKind, Sampler>,
  watches: readonly OpenWatch[],
): Promise<void> {
  const isGood = ({ outcome }: Sample): boolean => outcome.kind === 'answered' && outcome.status === 200
  const isQuick = ({ sentAtMs, doneAtMs }: Sample): boolean => doneAtMs - sentAtMs < quickMs
  const allShow = (shows: (sample: Sample) => boolean) => (): boolean =>
    [...samplers.values()].every(
      ({ samples }) => samples.length >= samplesBefore && samples.slice(-samplesBefore).every(shows),
    )
  await until(allShow(isGood), {
    withinMs: steadyWithinMs,
    what: 'every observer was answered 200 three times before the signal',
  })
  // A start leaves a busy machine behind; waiting for it to pass costs less than measuring it.
  await until(
    allShow((sample) => isGood(sample) && isQuick(sample)),
    { withinMs: quietWithinMs, what: '' },
  ).catch(() => {})
  const statuses = await Promise.all(watches.map((watch) => watch.answered))
  const refused = statuses.findIndex((status) => status !== 200 && status !== 101)
  if (refused >= 0 && watches[refused]?.transport !== 'websocket') {
    throw new HarnessError(
      'untestable',
      `The watch over ${watches[refused]?.transport} was answered ${statuses[refused]} before the signal.`,
    )
  }
}

interface Scripting
  extends Pick<EndingSeen, 'ending' | 'world' | 'holds' | 'watches' | 'signalAtMs' | 'drainAtMs'> {}

type Scripted = Pick<EndingSeen, 'event' | 'probes' | 'releasedAtMs'>

// After the slowest honest server drains, before anything held is let go.
const probesAfterMs = 500

/** Does what the ending plans for after the signal; a server that ends sooner ends it too. */
async function script(around: Scripting): Promise<Scripted> {
  const { ending, world, holds, watches, signalAtMs, drainAtMs } = around
  const { delayMs, retryAfter, releaseAfterMs, leaveAfterMs, secondSignalAfterMs } = ending
  const { program } = world.server
  const seen: { -readonly [K in keyof Scripted]: Scripted[K] } = {
    event: undefined,
    probes: new Map(),
    releasedAtMs: undefined,
  }
  const at = async (
    afterMs: number | undefined,
    fromMs: number,
    act: () => Promise<void> | void,
  ): Promise<void> => {
    if (afterMs === undefined) return
    await untilMoment(fromMs + afterMs, 'the script went on')
    if (program.exit === undefined) await act()
  }
  const parts = Promise.all([
    at(ending.watches && delayMs !== undefined ? delayMs / 2 : undefined, signalAtMs, async () => {
      const sentAtMs = nowMs()
      const body = JSON.stringify(configMap('made-while-delaying'))
      const outcome = await prober(world.server, 'fresh').ask({ method: 'POST', path: configMaps, body })
      seen.event = { sentAtMs, doneAtMs: nowMs(), outcome }
    }),
    at(retryAfter && holds.length > 0 ? probesAfterMs : undefined, drainAtMs, async () => {
      seen.probes = await probeOnce(world.server)
    }),
    at(holds.length > 0 ? releaseAfterMs : undefined, drainAtMs, () => {
      seen.releasedAtMs = nowMs()
      for (const held of holds) void held.release()
    }),
    at(leaveAfterMs, drainAtMs, () => {
      for (const watch of watches) watch.leave()
    }),
    at(secondSignalAfterMs, signalAtMs, () => program.signal('SIGTERM')),
  ])
  await Promise.race([parts, program.exited])
  return seen
}

/** How long the documents let the server wait, from the beginning of draining on. */
export function longestWaitMs({
  graceMs = 0,
  releaseAfterMs = 0,
  requestTimeoutMs,
  watches,
}: Ending): number {
  return Math.max(graceMs, releaseAfterMs, watches && requestTimeoutMs !== undefined ? requestTimeoutMs : 0)
}

async function exitOf({ server }: World, giveUpAtMs: number): Promise<Exit | undefined> {
  await until(() => server.program.exit !== undefined || nowMs() > giveUpAtMs, {
    withinMs: giveUpAtMs - nowMs() + 1_000,
    what: 'the server had ended or its time was over',
  })
  return server.program.exit
}
