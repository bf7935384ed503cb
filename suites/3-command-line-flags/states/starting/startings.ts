import { jitterSpans, samplerSpans, type TimelineEntry } from '#kit'
import { staged } from '../stage.ts'
import { playStarting, type ReadyToStart, type StartingSeen, startStore } from './starting.ts'
import { type Starting, type StartingName, startings } from './model.ts'
import { showWorld } from '../subject.ts'

/** Returns the observations of one start, which is played once for all checks of a file. */
export type Startings = (name: StartingName) => Promise<StartingSeen>

/** Declares the starts of a suite file. Each check that reads one shows its picture. */
export function playedStartings(): Startings {
  const played = staged<Starting, ReadyToStart, StartingSeen, StartingName>(startings, {
    // A start keeps a core busy for a while, and that time is measured.
    atOnce: 3,
    start: startStore,
    script: playStarting,
  })
  return async (name) => showStarting(await played(name))
}

function showStarting(seen: StartingSeen): StartingSeen {
  const { starting, startedAtMs, endedAtMs, storeBackAtMs, canary } = seen
  const documented = (afterMs: number | undefined, what: string): TimelineEntry[] =>
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
  showWorld(seen.world, { fromMs: startedAtMs, toMs: endedAtMs }, () => [
    ...documented(starting.livezGraceMs, 'the grace period of /livez ends'),
    ...documented(starting.storageTimeoutMs, 'the time for storage initialization ends'),
    ...(storeBackAtMs === undefined
      ? []
      : [{ atMs: storeBackAtMs, source: 'etcd', kind: 'note', what: 'the store answers' } as const]),
    ...[...seen.samplers.values()].flatMap(samplerSpans),
    ...jitterSpans(canary, startedAtMs, endedAtMs),
  ])
  return seen
}
