import { recordedEnding } from './recorded-endings.ts'
import { expect, HarnessError, rulesOf, type Sample, says, test } from '#kit'
import type { ObservedEnding } from './ending.ts'
import { newRequestKinds, type NewRequestKind, kindsByName } from '../model.ts'
import { probeNames, type ProbeName } from './probes.ts'
import { scenarioOptions } from '../scenarios.ts'
import {
  rejectEarlyProbe,
  expectRejected,
  expectListening,
  isRejected,
  samplesDuringDraining,
} from './draining-samples.ts'
import { atOnceMs, rejectMachineJitter } from '../samples.ts'

const { must } = rulesOf({ document: 3, section: 'States and transitions', capability: 'objects' })

/** Returns the rejections of the given kinds of requests while draining. */
function rejections(recording: ObservedEnding, kinds: readonly NewRequestKind[]): readonly Sample[] {
  const rejectedSamples = kinds.flatMap((kind) => samplesDuringDraining(recording, kind).filter(isRejected))
  // A busy machine can leave no time for a probe of these connections.
  if (rejectedSamples.length === 0) rejectMachineJitter(recording, atOnceMs)
  expect(rejectedSamples.length, 'requests that were rejected with 429 while draining').toBeGreaterThan(0)
  return rejectedSamples
}

function withoutHeader(samples: readonly Sample[], name: string, form: RegExp): number {
  return samples.filter(({ outcome }) => {
    const value = outcome.kind === 'answered' ? outcome.headers[name] : undefined
    return !form.test(String(value ?? ''))
  }).length
}

// Faults that prevent rejections, or change their response.
const noRejectionFaults = ['drain-status-503', 'drain-rejects-nothing', 'in-flight-ignored-at-end'] as const
const closedListenerFaults = ['listener-closed-while-delaying', 'listener-closed-while-draining'] as const
const servedFaults: Partial<Record<NewRequestKind, string>> = {
  kept: 'drain-kept-connections-served',
  http2: 'drain-http2-served',
}
const changeFaults = ['drain-exempts-changes', 'drain-exempts-writes'] as const
const exemptingFaults: Record<ProbeName, readonly string[]> = {
  read: [],
  write: ['drain-exempts-writes'],
  replacement: changeFaults,
  change: changeFaults,
  deletion: changeFaults,
  'write over HTTP/2': ['drain-http2-served', 'drain-exempts-writes'],
  watch: ['drain-exempts-watches'],
  'unknown path': ['drain-exempts-unknown-paths'],
}

const drainedEnding = () => recordedEnding('delay and retry-after')

must(
  'lifecycle.draining.rejects-new-requests',
  { ...scenarioOptions, row: 'draining: requests in flight', aspect: 'rejections' },
  () => {
    says(
      'While requests in flight drain, new requests are rejected with status 429, Retry-After and Connection: close.',
    )
    test
      .for(kindsByName<NewRequestKind>(newRequestKinds))('rejects new requests %s with 429', async (kind) => {
        const recording = await drainedEnding()

        expectRejected(recording, samplesDuringDraining(recording, kind))
      })
      .sees(...noRejectionFaults, ...closedListenerFaults, (kind) => servedFaults[kind])

    test
      .for(kindsByName<ProbeName>(probeNames))('rejects %s with 429', async (name) => {
        const recording = await drainedEnding()
        expectListening(recording)
        const probe = recording.probes.get(name)
        if (probe === undefined) throw new HarnessError('untestable', 'It was not asked while draining.')

        rejectEarlyProbe(recording, probe)
        expectRejected(recording, [probe])
      })
      .sees(...noRejectionFaults, ...closedListenerFaults, (name) => exemptingFaults[name])

    test('sends Retry-After with the rejections', async () => {
      const samples = rejections(await drainedEnding(), ['fresh', 'kept', 'http2'])

      expect(withoutHeader(samples, 'retry-after', /^(\d+|\w{3}, .* GMT)$/), 'rejections without it').toBe(0)
    }).sees('retry-after-missing')

    test('sends Connection: close with the rejections', async () => {
      const samples = rejections(await drainedEnding(), ['fresh', 'kept'])

      expect(withoutHeader(samples, 'connection', /close/i), 'rejections without it').toBe(0)
    }).sees('connection-close-missing')

    test(
      {
        title: 'rejects new requests without a preceding delay',
        id: 'rejects new requests without a delay before',
      },
      async () => {
        const recording = await recordedEnding('retry-after alone')

        expectRejected(recording, samplesDuringDraining(recording, 'fresh'))
      },
    ).sees('drain-status-503')
  },
)
