import { edgeOf, expect, expectInTime, rulesOf, says, seeing, test } from '#kit'
import {
  atOnceMs,
  clockMs,
  delaying,
  rejectMachineJitter,
  expectNone,
  firstUnserved,
  isListening,
  isServed,
  samplesBetween,
  samplesOf,
} from '../samples.ts'
import { scenarioOptions } from '../scenarios.ts'
import { ended } from './recorded-endings.ts'

const { must } = rulesOf({ document: 3, section: 'States and transitions' })

const row = 'serving: termination requested'

const delayed = () => ended('delay and retry-after')

must('lifecycle.delaying.readyz-fails-at-once', { ...scenarioOptions, row: row, aspect: 'readyz' }, () => {
  says('When termination is requested, /readyz fails at once, while the delay still runs.')
  test('fails /readyz at once', async () => {
    const recording = await delayed()
    const { signalAtMs: originMs, drainAtMs } = recording
    const edge = edgeOf(samplesOf(recording, '/readyz'), originMs, ({ outcome }) => !isServed(outcome))

    expect(edge, 'when /readyz first failed').toBeDefined()
    if (edge === undefined) return
    const jitterMs = recording.canary.worst(originMs, edge.latestMs)
    expectInTime(edge, {
      what: '/readyz fails after the signal',
      originMs,
      notAfterMs: Math.min(originMs + atOnceMs, drainAtMs),
      jitterMs,
      // A server that confuses "at once" with "after the delay" shows it only then.
      marginMs: drainAtMs - originMs - atOnceMs,
    })
  }).sees('readyz-fails-late')

  test(
    {
      title: 'continues to fail /readyz during the delay',
      id: 'goes on failing /readyz while the delay runs',
    },
    async () => {
      const recording = await delayed()
      const [fromMs, toMs] = delaying(recording)
      const samples = samplesBetween(recording, '/readyz', [fromMs, toMs])
      const firstFailing = samples.findIndex(({ outcome }) => !isServed(outcome))
      // A server that never fails in all that time is late at best.
      if (firstFailing < 0) rejectMachineJitter(recording, (toMs - fromMs) / 2)
      const failing = samples.slice(Math.max(0, firstFailing))

      expectNone(recording, failing, ({ outcome }) => isServed(outcome))
    },
  ).sees('readyz-flaps-while-delaying')
})

must('lifecycle.delaying.alive', { ...scenarioOptions, row: row, aspect: 'healthz and livez' }, () => {
  says('While the delay runs, /healthz and /livez succeed.')
  test.for({
    '/livez': seeing(['livez-fails-while-delaying'], '/livez'),
    '/healthz': seeing(['healthz-fails-while-delaying'], '/healthz'),
  } as const)('answers %s with success', async (path) => {
    const recording = await delayed()
    const samples = samplesBetween(recording, path, delaying(recording))

    expectNone(recording, samples, ({ outcome }) => !isServed(outcome))
  })
})

must(
  'lifecycle.delaying.takes-the-delay',
  { ...scenarioOptions, row: 'delaying: delay elapsed', capability: 'objects' },
  () => {
    says('Draining begins when the delay has elapsed, counted from the request for termination.')
    const judge = async (bound: 'notBeforeMs' | 'notAfterMs'): Promise<void> => {
      const recording = await delayed()
      const edge = firstUnserved(recording)

      if (edge === undefined) rejectMachineJitter(recording, atOnceMs)
      expect(edge, 'when new requests were first not served').toBeDefined()
      if (edge === undefined) return
      expectInTime(edge, {
        what: 'draining begins after the signal',
        originMs: recording.signalAtMs,
        [bound]: recording.drainAtMs + (bound === 'notAfterMs' ? atOnceMs : -clockMs),
        // The signal can arrive late, and then the delay also ends late.
        jitterMs:
          recording.canary.worst(recording.signalAtMs, recording.signalAtMs + atOnceMs) +
          recording.canary.worst(recording.drainAtMs - atOnceMs, edge.latestMs),
        // Distinguishes half of the delay from all of it, and all of it from twice as much.
        marginMs: (recording.drainAtMs - recording.signalAtMs) / 2,
      })
    }

    test({ title: 'draining begins no sooner than the end of the delay', id: 'drains no sooner' }, () =>
      judge('notBeforeMs'),
    ).sees('kept-connections-closed-while-delaying')

    test({ title: 'draining begins no later than the end of the delay', id: 'drains no later' }, () =>
      judge('notAfterMs'),
    ).sees('delay-doubled')

    test(
      {
        title: 'continues to listen until the delay has elapsed',
        id: 'goes on listening until the delay has elapsed',
      },
      async () => {
        const recording = await ended('delay alone')
        const samples = samplesBetween(recording, 'fresh', delaying(recording))

        expectNone(recording, samples, ({ outcome }) => !isListening(outcome))
      },
    ).sees('delay-halved')
  },
)
