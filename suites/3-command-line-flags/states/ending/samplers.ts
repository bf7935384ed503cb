import { HarnessError, type Sample, Sampler, until } from '#kit'
import type { OpenWatch } from '#kit/clients.ts'
import { healthKinds, type HealthKind, type NewRequestKind } from '../model.ts'
import { configMaps, createProber, type StateFixture } from '../fixture.ts'

/** Requests that are repeated around an end. */
export type SampledKind = HealthKind | NewRequestKind

// Small compared with the shortest time between two signals of a script, and large compared with the cost of a sample.
const healthEveryMs = 50
const freshEveryMs = 100
const samplesBefore = 3
const steadyWithinMs = 30_000
const quickMs = 100
const quietWithinMs = 3_000

/** Starts to sample everything that changes around the end of a server. */
export function startSamplers({ server }: StateFixture): Map<SampledKind, Sampler> {
  const healthSamplers = healthKinds.map((path) => {
    const options = { name: `GET ${path}`, prober: createProber(server, 'kept'), request: { path } }
    return [path, new Sampler({ ...options, everyMs: healthEveryMs })] as const
  })
  const configMapSamplers = (['fresh', 'kept', 'http2'] as const).map((kind) => {
    const options = {
      name: `GET, ${kind}`,
      prober: createProber(server, kind),
      request: { path: `${configMaps}/sampled` },
    }
    const everyMs = kind === 'fresh' ? freshEveryMs : healthEveryMs
    return [kind, new Sampler({ ...options, everyMs })] as const
  })
  return new Map<SampledKind, Sampler>([...healthSamplers, ...configMapSamplers])
}

/** Waits until every sampler has observed the serving state, so that each later observation is a change. */
export async function waitUntilSteady(
  samplers: ReadonlyMap<SampledKind, Sampler>,
  watches: readonly OpenWatch[],
): Promise<void> {
  const isAnswered200 = ({ outcome }: Sample): boolean =>
    outcome.kind === 'answered' && outcome.status === 200
  const isQuick = ({ sentAtMs, doneAtMs }: Sample): boolean => doneAtMs - sentAtMs < quickMs
  const everySample = (shows: (sample: Sample) => boolean) => (): boolean =>
    [...samplers.values()].every(
      ({ samples }) => samples.length >= samplesBefore && samples.slice(-samplesBefore).every(shows),
    )
  await until(everySample(isAnswered200), {
    withinMs: steadyWithinMs,
    what: 'every observer was answered 200 three times before the signal',
  })
  // Waits until the machine is idle after the starts.
  await until(
    everySample((sample) => isAnswered200(sample) && isQuick(sample)),
    { withinMs: quietWithinMs, what: '' },
  ).catch(() => {})
  const statuses = await Promise.all(watches.map((watch) => watch.responseStatus))
  const rejectedIndex = statuses.findIndex((status) => status !== 200 && status !== 101)
  if (rejectedIndex >= 0 && watches[rejectedIndex]?.transport !== 'websocket') {
    throw new HarnessError(
      'untestable',
      `The watch over ${watches[rejectedIndex]?.transport} was answered ${statuses[rejectedIndex]} before the signal.`,
    )
  }
}
