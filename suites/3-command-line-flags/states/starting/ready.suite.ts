import {
  rejectJitter,
  edgeOf,
  expect,
  HarnessError,
  rulesOf,
  type Sample,
  samplesWithin,
  says,
  test,
} from '#kit'
import { flagRow } from '../../../shared/flags/place.ts'
import { atOnceMs, clockMs, countsByOutcome, isServed } from '../samples.ts'
import type { HealthKind } from '../model.ts'
import { scenarioOptions } from '../scenarios.ts'
import type { ObservedStarting } from './starting.ts'
import { recordedStarting } from './recorded-startings.ts'

const section = 'States and transitions'

const { must } = rulesOf({ document: 3, section })

/** Returns the responses of a path within a period. Rejects as `inconclusive` without samples. */
function answeredSamples(
  recording: ObservedStarting,
  path: HealthKind,
  fromMs: number,
  toMs: number,
): readonly Sample[] {
  const samples = samplesWithin(recording.samplers.get(path)?.samples ?? [], fromMs, toMs)
  const samplesWithResponse = samples.filter(({ outcome }) => outcome.kind === 'answered')
  if (samplesWithResponse.length > 0) return samplesWithResponse
  const firstAnswerMs = recording.firstAnswerAtMs
  const firstAnswerText =
    firstAnswerMs === undefined
      ? 'nothing at all'
      : `first after ${Math.round(firstAnswerMs - recording.startedAtMs)} ms`
  throw new HarnessError(
    'inconclusive',
    `Nothing was answered on ${path} while it mattered, ${firstAnswerText}: this machine starts the server too slowly.`,
  )
}

const servedCounts = (samples: readonly Sample[]): Record<string, number> =>
  countsByOutcome(samples.filter(({ outcome }) => isServed(outcome)))

const unservedCounts = (samples: readonly Sample[]): Record<string, number> =>
  countsByOutcome(samples.filter(({ outcome }) => !isServed(outcome)))

/** Returns the earliest end of the grace period. */
function graceEndMs({ startedAtMs, starting }: ObservedStarting): number {
  return startedAtMs + (starting.livezGraceMs ?? 0)
}

const startingWithGrace = () => recordedStarting('grace period, stalled storage')

must(
  'lifecycle.starting.livez-within-grace',
  { ...scenarioOptions, row: 'starting: time passes', aspect: 'livez' },
  () => {
    says('Until --livez-grace-period has elapsed, /livez succeeds although start-up is not complete.')
    test(
      {
        title: 'responds to /livez with success during the grace period',
        id: 'answers /livez with success while the grace period runs',
      },
      async () => {
        const recording = await startingWithGrace()
        const samples = answeredSamples(
          recording,
          '/livez',
          recording.startedAtMs,
          graceEndMs(recording) - clockMs,
        )

        expect(unservedCounts(samples)).toEqual({})
      },
    ).sees('livez-without-grace')
  },
)

must(
  'flag.livez-grace-period.is-a-maximum',
  { ...flagRow('--livez-grace-period', 'meaning'), ...scenarioOptions },
  () => {
    says('Once --livez-grace-period has elapsed, /livez assumes no more that start-up will be completed.')
    test('fails /livez once the grace period has elapsed', async () => {
      const recording = await startingWithGrace()
      const { firstAnswerAtMs = 0, starting, storeBackAtMs = 0 } = recording
      // The server may measure the grace period from its first response.
      const fromMs = firstAnswerAtMs + (starting.livezGraceMs ?? 0) + atOnceMs
      const samples = answeredSamples(recording, '/livez', fromMs, storeBackAtMs)

      expect(servedCounts(samples)).toEqual({})
    }).sees('livez-grace-never-ends')
  },
)

must(
  'lifecycle.starting.readyz-has-no-grace',
  { ...scenarioOptions, row: 'starting: time passes', aspect: 'readyz' },
  () => {
    says('The grace period is that of /livez: /readyz does not succeed before storage is initialized.')
    test(
      {
        title: 'fails /readyz while /livez succeeds because of the grace period',
        id: 'fails /readyz while the grace period carries /livez',
      },
      async () => {
        const recording = await startingWithGrace()
        const samples = answeredSamples(recording, '/readyz', recording.startedAtMs, graceEndMs(recording))

        expect(servedCounts(samples)).toEqual({})
      },
    ).sees('readyz-given-grace')
  },
)

must(
  'lifecycle.starting.ready-with-storage',
  { ...scenarioOptions, row: 'starting: storage initialized', aspect: 'ready' },
  () => {
    says('The server is declared ready when its storage is initialized within its time, and no sooner.')
    test(
      {
        title: 'responds to /readyz with success once the storage is initialized',
        id: 'answers /readyz with success once the storage is initialized',
      },
      async (check) => {
        const recording = await recordedStarting('slow storage')
        const samples = recording.samplers.get('/readyz')?.samples ?? []
        const servedEdge = edgeOf(samples, recording.storeBackAtMs ?? 0, ({ outcome }) => isServed(outcome))
        const ms = servedEdge && Math.round(servedEdge.latestMs - (recording.storeBackAtMs ?? 0))
        check.observe('milliseconds from the answering store to ready', ms)
        rejectJitter(() => recording.jitterMs)

        expect(servedEdge, 'when it was ready').toBeDefined()
      },
    ).sees('never-ready-after-slow-storage')

    test('fails /readyz while the storage is not initialized', async () => {
      const recording = await recordedStarting('slow storage')
      const samples = answeredSamples(
        recording,
        '/readyz',
        recording.startedAtMs,
        recording.storeBackAtMs ?? 0,
      )

      expect(servedCounts(samples)).toEqual({})
    }).sees('ready-before-storage')
  },
)
