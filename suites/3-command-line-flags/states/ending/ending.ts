import { type HeldRequest, JitterCanary, nowMs, type Sample, type Sampler, until } from '#kit'
import { type OpenWatch, openWatch, type WatchTransport, watchTransports } from '#kit/clients.ts'
import type { Exit, Flags } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { startSamplers, type SampledKind, waitUntilSteady } from './samplers.ts'
import { longestWaitMs, runEndingScript } from './script.ts'
import { holdRequestOf } from '../holds.ts'
import { slowestSample } from '../samples.ts'
import type { Ending } from '../model.ts'
import type { ProbeName } from './probes.ts'
import { furtherHeldObjects, holdFurther } from './further-holds.ts'
import { writtenObjects } from './writes.ts'
import { configMaps, createObjects, identity, startFixture, type StateFixture } from '../fixture.ts'

/** Observations around the end of one server. */
export interface ObservedEnding {
  readonly name: string
  readonly ending: Ending
  readonly fixture: StateFixture
  readonly readyAtMs: number
  readonly signalAtMs: number
  /** Documented start of draining: after the delay, if there is one. */
  readonly drainAtMs: number
  readonly samplers: ReadonlyMap<SampledKind, Sampler>
  readonly holds: readonly HeldRequest[]
  readonly watches: readonly OpenWatch[]
  /** Watch that is opened during the delay. */
  readonly lateWatch: OpenWatch | undefined
  /** The request, halfway through the delay, that creates an event for the watches. */
  readonly event: Sample | undefined
  /** Writes of every verb during the delay, by the keys of `delayedWrites`. */
  readonly writes: ReadonlyMap<string, Sample>
  readonly probes: ReadonlyMap<ProbeName, Sample>
  /** Exit of the program; absent if it had to be killed. */
  readonly exit: Exit | undefined
  /** Time of the release of the held requests. */
  readonly releasedAtMs: number | undefined
  readonly endedAtMs: number
  readonly canary: JitterCanary
  readonly jitterMs: number
  dispose(): Promise<void>
}

const settledMs = 500
// Longest time that a server may continue after all documented waits, in addition to its wait for a processor. Only a
// defective server reaches this limit.
const giveUpAfterMs = 6_000
const giveUpAtLastMs = 25_000
// Long enough for this process to read the last bytes of an ended program.
const lastBytesWithinMs = 3_000

/** Returns the documented flags of an ending. */
function endingFlags({ delayMs, retryAfter, graceMs, requestTimeoutMs = 20_000 }: Ending): Flags {
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
  readonly fixture: StateFixture
}

export async function startToEnd(name: string, ending: Ending): Promise<ReadyToEnd> {
  const stateFixture = await startFixture(endingFlags(ending), ending.holds?.includes('authorizer'))
  try {
    const writtenNames = ending.watches && ending.delayMs !== undefined ? writtenObjects : []
    await createObjects(stateFixture.server, [
      'sampled',
      'held',
      ...writtenNames,
      ...(ending.furtherHolds ? furtherHeldObjects : []),
    ])
  } catch (thrown) {
    await stateFixture.stop()
    throw thrown
  }
  return { name, ending, fixture: stateFixture }
}

/** Opens and holds all requests, sends the signal, and samples until the server has ended. */
export async function runEnding({ name, ending, fixture }: ReadyToEnd): Promise<ObservedEnding> {
  const { server } = fixture
  const readyAtMs = nowMs()
  const canary = new JitterCanary(server.processId)
  const samplers = startSamplers(fixture)
  const watches = ending.watches ? watchTransports.map((transport) => openWatchOf(server, transport)) : []
  let lateWatch: OpenWatch | undefined
  try {
    await waitUntilSteady(samplers, watches)
    const heldRequests = [
      ...(await Promise.all((ending.holds ?? []).map((kind) => holdRequestOf(fixture, kind)))),
      ...(ending.furtherHolds ? await holdFurther(fixture) : []),
    ]
    const signalAtMs = nowMs()
    server.program.signal('SIGTERM')
    const drainAtMs = signalAtMs + (ending.delayMs ?? 0)
    if (ending.watches && ending.delayMs !== undefined) lateWatch = openWatchOf(server)
    const scriptResult = await runEndingScript({
      ending,
      fixture,
      samplers,
      holds: heldRequests,
      watches,
      signalAtMs,
      drainAtMs,
    })
    const waitedForMs = Math.max(drainAtMs + longestWaitMs(ending), scriptResult.releasedAtMs ?? 0)
    const exit = await exitOf(fixture, waitedForMs, canary)
    const endedAtMs = nowMs()
    if (exit !== undefined) await waitForLast(heldRequests, watches)
    await Promise.all([...samplers.values()].map((sampler) => sampler.stop()))
    return {
      name,
      ending,
      fixture,
      readyAtMs,
      signalAtMs,
      drainAtMs,
      samplers,
      holds: heldRequests,
      watches,
      lateWatch,
      ...scriptResult,
      exit,
      endedAtMs,
      canary,
      // The response time of an idle server also depends on the machine.
      jitterMs: Math.max(
        canary.worst(signalAtMs, endedAtMs),
        slowestSample(samplers, signalAtMs - settledMs, signalAtMs),
      ),
      dispose: () => fixture.stop(),
    }
  } catch (thrown) {
    await fixture.stop()
    throw thrown
  } finally {
    await Promise.all([...samplers.values()].map((sampler) => sampler.stop()))
    for (const watch of watches) watch.leave()
    lateWatch?.leave()
    canary.stop()
  }
}

function openWatchOf(server: ApiServer, transport: WatchTransport = 'http1'): OpenWatch {
  return openWatch(transport, { ...identity(server), path: `${configMaps}?watch=true` })
}

/** Returns the exit of a program, or `undefined` if it does not exit in time. */
async function exitOf(
  { server }: StateFixture,
  fromMs: number,
  canary: JitterCanary,
): Promise<Exit | undefined> {
  const isLate = (): boolean =>
    nowMs() > fromMs + giveUpAfterMs &&
    (canary.quietMs(fromMs, nowMs()) > giveUpAfterMs || nowMs() > fromMs + giveUpAtLastMs)
  await until(() => server.program.exit !== undefined || isLate(), {
    withinMs: Math.max(0, fromMs - nowMs()) + 2 * giveUpAtLastMs,
    what: 'the server had ended or its time was over',
  })
  return server.program.exit
}

/** Waits for the ends of the requests and watches of an ended program. */
async function waitForLast(holds: readonly HeldRequest[], watches: readonly OpenWatch[]): Promise<void> {
  await until(() => [...holds, ...watches].every(({ end }) => end !== undefined), {
    withinMs: lastBytesWithinMs,
    what: '',
  }).catch(() => {})
}
