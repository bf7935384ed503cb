import { rejectJitter, edgeOf, expect, HarnessError, rulesOf, says, test } from '#kit'
import { flagRow } from '../../../shared/flags/place.ts'
import { countsByOutcome, isServed } from '../samples.ts'
import { healthKinds, type HealthKind } from '../model.ts'
import { scenarioOptions } from '../scenarios.ts'
import type { ObservedStarting } from './starting.ts'
import type { StartingName } from './model.ts'
import { recordedStarting } from './recorded-startings.ts'

const section = 'States and transitions'

const { must, unspecified } = rulesOf({ document: 3, section })

const openStarts: Readonly<
  Record<string, { name: StartingName; rows: readonly [string]; aspect: string; says: string }>
> = {
  'storage-timeout': {
    name: 'storage slower than its time',
    rows: ['starting: storage initialized'],
    aspect: 'not in time',
    says: 'What a server does whose storage is not initialized within --storage-initialization-timeout is open.',
  },
  'without-grace': {
    name: 'slow storage',
    rows: ['Other transitions'],
    aspect: 'start-up without a grace period',
    says: 'What the health paths say during start-up without a grace period is open.',
  },
  'absent-storage': {
    name: 'absent storage',
    rows: ['Other transitions'],
    aspect: 'start-up without any storage',
    says: 'What a server does whose storage refuses connections is open.',
  },
  signal: {
    name: 'signal during start-up',
    rows: ['Other transitions'],
    aspect: 'termination during start-up',
    says: 'What a request for termination does during start-up is open.',
  },
}

for (const [id, { name, rows, aspect, says: sentence }] of Object.entries(openStarts)) {
  unspecified(`lifecycle.starting.${id}`, { ...scenarioOptions, rows, aspect }, () => {
    says(sentence)
    test(
      {
        title: 'records the responses of the health paths, and how the start ends',
        id: 'observes the health paths and the end',
      },
      async (check) => {
        const recording = await recordedStarting(name)
        const { program } = recording.fixture.server
        for (const path of healthKinds)
          check.observe(`${path}, until ready or given up`, phasesOf(recording, path))
        const hasEnded = program.exit !== undefined && program.exit.signal !== 'SIGKILL'
        check.observe('exit', hasEnded ? (program.exit?.code ?? program.exit?.signal) : 'still running')
      },
    )
  })
}

must(
  'flag.storage-initialization-timeout.elapsed',
  { ...flagRow('--storage-initialization-timeout', 'elapsed'), ...scenarioOptions },
  () => {
    says('The wait for storage ends with its time: whether a server is then ready, or ends, is open.')
    test(
      {
        title: 'a server with stalled storage is ready or has ended before its storage responds',
        id: 'a server with stalled storage is ready or gone before its storage comes back',
      },
      async (check) => {
        const recording = await recordedStarting('storage slower than its time')
        const readyEdge = edgeOf(recording.samplers.get('/readyz')?.samples ?? [], 0, ({ outcome }) =>
          isServed(outcome),
        )
        const readyMs = readyEdge && Math.round(readyEdge.latestMs - recording.startedAtMs)
        const { storageTimeoutMs = 0 } = recording.starting
        // The store of a server that has exited does not recover.
        const storeBackMs = Math.round((recording.storeBackAtMs ?? Infinity) - recording.startedAtMs)
        check.observe('milliseconds from the start', { storageTimeoutMs, storeBackMs, readyMs })
        const { exit } = recording.fixture.server.program
        const goneMs =
          exit && exit.signal !== 'SIGKILL' ? Math.round(exit.atMs - recording.startedAtMs) : undefined
        // Measured from the first response, because a slow start must not extend the timeout of the storage.
        const firstMs = (recording.firstAnswerAtMs ?? recording.startedAtMs) - recording.startedAtMs
        rejectJitter(() => recording.jitterMs, (storeBackMs - firstMs - storageTimeoutMs) / 2)

        expect(
          Math.min(readyMs ?? Infinity, goneMs ?? Infinity),
          `milliseconds until it was ready or gone, with storage back after ${storeBackMs}`,
        ).toBeLessThan(storeBackMs)
      },
    ).sees('storage-timeout-without-effect')
  },
)

unspecified(
  'lifecycle.model.starting',
  { ...scenarioOptions, row: 'Other transitions', aspect: 'coverage of start-up' },
  () => {
    says('Every health endpoint is tested in every documented kind of start.')
    test(
      {
        title: 'records which combinations of endpoint and start have observations',
        id: 'observes which cells were seen',
      },
      async (check) => {
        const names: readonly StartingName[] = [
          'grace period, stalled storage',
          'slow storage',
          'storage slower than its time',
          'absent storage',
          'signal during start-up',
        ]
        const allRecordings = await Promise.all(names.map(recordedStarting))
        const sampleCounts = allRecordings.flatMap((recording) =>
          healthKinds.map(
            (path) =>
              [
                `starting, ${path}, ${recording.name}`,
                recording.samplers.get(path)?.samples.length ?? 0,
              ] as const,
          ),
        )
        check.observe('looks per cell', Object.fromEntries(sampleCounts))
        const unsampledPhases = sampleCounts.filter(([, times]) => times === 0)
        for (const { jitterMs } of allRecordings) rejectJitter(() => jitterMs)
        if (unsampledPhases.length > 0)
          throw new HarnessError(
            'untestable',
            `Nothing was seen of ${unsampledPhases.map(([cell]) => cell).join('; ')}.`,
          )
      },
    )
  },
)

/** Returns the successive responses of a path, with the milliseconds from the start at which each began. */
function phasesOf(recording: ObservedStarting, path: HealthKind): readonly string[] {
  const samples = recording.samplers.get(path)?.samples ?? []
  const outcomeTexts = samples.map((sample) => Object.keys(countsByOutcome([sample]))[0] ?? '')
  return outcomeTexts.flatMap((text, index) =>
    text === outcomeTexts[index - 1]
      ? []
      : [`${text} from ${Math.round((samples[index]?.sentAtMs ?? 0) - recording.startedAtMs)} ms`],
  )
}
