import { jitterSpans, samplerSpans, type TimelineEntry } from '#kit'
import { recordScenarios } from '../scenarios.ts'
import { runStarting, type ReadyToStart, type ObservedStarting, startStore } from './starting.ts'
import { type Starting, type StartingName, startings } from './model.ts'
import { addServerSpans } from '../timeline.ts'

/** Returns the observations of one start, which is recorded once for all checks of a file. */
export type Startings = (name: StartingName) => Promise<ObservedStarting>

/** Declares the starts of a suite file. Each check that reads a start shows its timeline. */
export function recordedStartings(): Startings {
  const startingScenarios = recordScenarios<Starting, ReadyToStart, ObservedStarting, StartingName>(
    startings,
    {
      // More concurrent starts would disturb each other, because each keeps a core busy.
      maxConcurrent: 3,
      start: startStore,
      script: runStarting,
    },
  )
  return async (name) => showStarting(await startingScenarios(name))
}

function showStarting(recording: ObservedStarting): ObservedStarting {
  const { starting, startedAtMs, endedAtMs, storeBackAtMs, canary } = recording
  const documentedEntries = (afterMs: number | undefined, what: string): TimelineEntry[] =>
    afterMs === undefined
      ? []
      : [
          {
            atMs: startedAtMs + afterMs,
            source: 'documented',
            kind: 'note',
            what,
            data: { before: 'starting' },
          },
        ]
  addServerSpans(recording.fixture, { fromMs: startedAtMs, toMs: endedAtMs }, () => [
    ...documentedEntries(starting.livezGraceMs, 'the grace period of /livez ends'),
    ...documentedEntries(starting.storageTimeoutMs, 'the time for storage initialization ends'),
    ...(storeBackAtMs === undefined
      ? []
      : [{ atMs: storeBackAtMs, source: 'etcd', kind: 'note', what: 'the store answers' } as const]),
    ...[...recording.samplers.values()].flatMap(samplerSpans),
    ...jitterSpans(canary, startedAtMs, endedAtMs),
  ])
  return recording
}
