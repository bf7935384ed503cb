import { edgeOf, expect, expectInTime, rulesOf, says, seeing, test } from '#kit'
import {
  atOnceMs,
  clockMs,
  delayPeriod,
  rejectMachineJitter,
  expectNone,
  firstUnserved,
  isListening,
  isServed,
  samplesBetween,
  samplesOf,
} from '../samples.ts'
import { scenarioOptions } from '../scenarios.ts'
import { recordedEnding } from './recorded-endings.ts'

const { must } = rulesOf({ document: 3, section: 'States and transitions' })

const row = 'serving: termination requested'

const delayedEnding = () => recordedEnding('delay and retry-after')

must('lifecycle.delaying.readyz-fails-at-once', { ...scenarioOptions, row: row, aspect: 'readyz' }, () => {
  says('When termination is requested, /readyz fails at once, while the delay still runs.')
  test('fails /readyz at once', async () => {
    const recording = await delayedEnding()
    const { signalAtMs: originMs, drainAtMs } = recording
    const readyEdge = edgeOf(samplesOf(recording, '/readyz'), originMs, ({ outcome }) => !isServed(outcome))

    expect(readyEdge, 'when /readyz first failed').toBeDefined()
    if (readyEdge === undefined) return
    const jitterMs = recording.canary.worst(originMs, readyEdge.latestMs)
    expectInTime(readyEdge, {
      what: '/readyz fails after the signal',
      originMs,
      notAfterMs: Math.min(originMs + atOnceMs, drainAtMs),
      jitterMs,
      // Margin that distinguishes "at once" from "after the delay".
      marginMs: drainAtMs - originMs - atOnceMs,
    })
  }).sees('readyz-fails-late')

  test(
    {
      title: 'continues to fail /readyz during the delay',
      id: 'goes on failing /readyz while the delay runs',
    },
    async () => {
      const recording = await delayedEnding()
      const [fromMs, toMs] = delayPeriod(recording)
      const samples = samplesBetween(recording, '/readyz', [fromMs, toMs])
      const firstFailing = samples.findIndex(({ outcome }) => !isServed(outcome))
      // A server that never fails during the delay may only be late.
      if (firstFailing < 0) rejectMachineJitter(recording, (toMs - fromMs) / 2)
      const samplesAfterFailure = samples.slice(Math.max(0, firstFailing))

      expectNone(recording, samplesAfterFailure, ({ outcome }) => isServed(outcome))
    },
  ).sees('readyz-flaps-while-delaying')
})

must('lifecycle.delaying.alive', { ...scenarioOptions, row: row, aspect: 'healthz and livez' }, () => {
  says('While the delay runs, /healthz and /livez succeed.')
  test.for({
    '/livez': seeing(['livez-fails-while-delaying'], '/livez'),
    '/healthz': seeing(['healthz-fails-while-delaying'], '/healthz'),
  } as const)({ title: 'responds to %s with success', id: 'answers %s with success' }, async (path) => {
    const recording = await delayedEnding()
    const samples = samplesBetween(recording, path, delayPeriod(recording))

    expectNone(recording, samples, ({ outcome }) => !isServed(outcome))
  })
})

must(
  'lifecycle.delaying.takes-the-delay',
  { ...scenarioOptions, row: 'delaying: delay elapsed', capability: 'objects' },
  () => {
    says('Draining begins when the delay has elapsed, counted from the request for termination.')
    const expectRejectionBound = async (bound: 'notBeforeMs' | 'notAfterMs'): Promise<void> => {
      const recording = await delayedEnding()
      const unservedEdge = firstUnserved(recording)

      if (unservedEdge === undefined) rejectMachineJitter(recording, atOnceMs)
      expect(unservedEdge, 'when new requests were first not served').toBeDefined()
      if (unservedEdge === undefined) return
      expectInTime(unservedEdge, {
        what: 'draining begins after the signal',
        originMs: recording.signalAtMs,
        [bound]: recording.drainAtMs + (bound === 'notAfterMs' ? atOnceMs : -clockMs),
        // The signal can arrive late, and then the delay also ends late.
        jitterMs:
          recording.canary.worst(recording.signalAtMs, recording.signalAtMs + atOnceMs) +
          recording.canary.worst(recording.drainAtMs - atOnceMs, unservedEdge.latestMs),
        // Margin that distinguishes the delay from half and from twice the delay.
        marginMs: (recording.drainAtMs - recording.signalAtMs) / 2,
      })
    }

    test({ title: 'draining begins no sooner than the end of the delay', id: 'drains no sooner' }, () =>
      expectRejectionBound('notBeforeMs'),
    ).sees('kept-connections-closed-while-delaying')

    test({ title: 'draining begins no later than the end of the delay', id: 'drains no later' }, () =>
      expectRejectionBound('notAfterMs'),
    ).sees('delay-doubled')

    test(
      {
        title: 'continues to listen until the delay has elapsed',
        id: 'goes on listening until the delay has elapsed',
      },
      async () => {
        const recording = await recordedEnding('delay alone')
        const samples = samplesBetween(recording, 'fresh', delayPeriod(recording))

        expectNone(recording, samples, ({ outcome }) => !isListening(outcome))
      },
    ).sees('delay-halved')
  },
)
