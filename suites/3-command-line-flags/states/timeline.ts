import { currentCheck, holdSpans, jitterSpans, samplerSpans, type TimelineEntry, watchSpans } from '#kit'
import { type EvidenceSource, ProgramEvidence } from '#kit/launch.ts'
import type { ObservedEnding } from './ending/ending.ts'
import type { StateFixture } from './fixture.ts'

// Time before the signal that the timeline includes.
const beforeMs = 1_000

/** Adds a whole scenario to the running check's evidence, at any time after the scenario. */
export function addServerSpans(
  fixture: StateFixture,
  span: { readonly fromMs: number; readonly toMs: number },
  more: () => readonly TimelineEntry[],
): void {
  const { server, peers } = fixture
  // Omits the journals of the peers, except their held requests.
  const programEvidence = new ProgramEvidence({ ...server.launched, peers: [] })
  const source: EvidenceSource = {
    name: 'apiserver',
    timeline: () => {
      const programEntries = programEvidence
        .timeline(span.fromMs, span.toMs)
        .filter(({ kind }) => kind !== 'request')
      const requests = peers.flatMap((peer) =>
        peer.role === 'etcd'
          ? []
          : peer.journal
              .filter(({ atMs }) => atMs >= span.fromMs && atMs <= span.toMs)
              .map(({ atMs, what }): TimelineEntry => ({ atMs, source: peer.role, kind: 'asked', what })),
      )
      return [...programEntries, ...requests, ...more()]
    },
    files: () => programEvidence.files(),
  }
  currentCheck().show(source)
}

/** Adds the timeline of an ending: every client and peer around the signal, and the documented transitions. */
export function addEndingSpans(recording: ObservedEnding): ObservedEnding {
  const { ending, signalAtMs, drainAtMs, endedAtMs, canary } = recording
  const documentedEntry = (atMs: number, what: string, state: string): TimelineEntry => ({
    atMs,
    source: 'documented',
    kind: 'note',
    what,
    data: { state, before: 'serving' },
  })
  addServerSpans(recording.fixture, { fromMs: signalAtMs - beforeMs, toMs: endedAtMs }, () => [
    ...(ending.delayMs === undefined
      ? [documentedEntry(signalAtMs, 'termination requested', 'draining')]
      : [
          documentedEntry(signalAtMs, 'the delay begins', 'delaying'),
          documentedEntry(drainAtMs, 'draining begins', 'draining'),
        ]),
    ...(ending.graceMs === undefined
      ? []
      : [documentedEntry(drainAtMs + ending.graceMs, 'the grace period of watches ends', 'grace is over')]),
    ...[...recording.samplers.values()]
      .flatMap(samplerSpans)
      .filter(({ untilMs = 0 }) => untilMs >= signalAtMs - beforeMs),
    ...recording.watches.flatMap(watchSpans),
    ...recording.holds.flatMap(holdSpans),
    ...jitterSpans(canary, signalAtMs - beforeMs, endedAtMs),
  ])
  return recording
}
