import { edgeOf, expect, expectInTime, rulesOf, says, seeing, test } from '#kit'
import {
  atOnceMs,
  clockMs,
  delaying,
  doubtMachine,
  expectNone,
  firstUnserved,
  isListening,
  isServed,
  looksWithin,
  samplesOf,
} from '../looks.ts'
import { played } from '../stage.ts'
import { ended } from './played-endings.ts'

const { must } = rulesOf({ document: 3, section: 'States and transitions' })

const row = 'serving: termination requested'

const delayed = () => ended('delay and retry-after')

must('lifecycle.delaying.readyz-fails-at-once', { ...played, row: row, aspect: 'readyz' }, () => {
  says('When termination is requested, /readyz fails at once, while the delay still runs.')
  test('fails /readyz at once', async () => {
    const seen = await delayed()
    const { signalAtMs: originMs, drainAtMs } = seen
    const edge = edgeOf(samplesOf(seen, '/readyz'), originMs, ({ outcome }) => !isServed(outcome))

    expect(edge, 'when /readyz first failed').toBeDefined()
    if (edge === undefined) return
    const jitterMs = seen.canary.worst(originMs, edge.latestMs)
    expectInTime(edge, {
      what: '/readyz fails after the signal',
      originMs,
      notAfterMs: Math.min(originMs + atOnceMs, drainAtMs),
      jitterMs,
      // A server that confuses "at once" with "after the delay" shows it only then.
      marginMs: drainAtMs - originMs - atOnceMs,
    })
  }).sees('readyz-fails-late')

  test('goes on failing /readyz while the delay runs', async () => {
    const seen = await delayed()
    const [fromMs, toMs] = delaying(seen)
    const samples = looksWithin(seen, '/readyz', [fromMs, toMs])
    const firstFailing = samples.findIndex(({ outcome }) => !isServed(outcome))
    // A server that never fails in all that time is late at best.
    if (firstFailing < 0) doubtMachine(seen, (toMs - fromMs) / 2)
    const failing = samples.slice(Math.max(0, firstFailing))

    expectNone(seen, failing, ({ outcome }) => isServed(outcome))
  }).sees('readyz-flaps-while-delaying')
})

must('lifecycle.delaying.alive', { ...played, row: row, aspect: 'healthz and livez' }, () => {
  says('While the delay runs, /healthz and /livez succeed.')
  test.for({
    '/livez': seeing(['livez-fails-while-delaying'], '/livez'),
    '/healthz': seeing(['healthz-fails-while-delaying'], '/healthz'),
  } as const)('answers %s with success', async (path) => {
    const seen = await delayed()
    const samples = looksWithin(seen, path, delaying(seen))

    expectNone(seen, samples, ({ outcome }) => !isServed(outcome))
  })
})

must(
  'lifecycle.delaying.takes-the-delay',
  { ...played, row: 'delaying: delay elapsed', capability: 'objects' },
  () => {
    says('Draining begins when the delay has elapsed, counted from the request for termination.')
    const judge = async (bound: 'notBeforeMs' | 'notAfterMs'): Promise<void> => {
      const seen = await delayed()
      const edge = firstUnserved(seen)

      expect(edge, 'when new requests were first not served').toBeDefined()
      if (edge === undefined) return
      expectInTime(edge, {
        what: 'draining begins after the signal',
        originMs: seen.signalAtMs,
        [bound]: seen.drainAtMs + (bound === 'notAfterMs' ? atOnceMs : -clockMs),
        // The signal can arrive late, and then the delay also ends late.
        jitterMs:
          seen.canary.worst(seen.signalAtMs, seen.signalAtMs + atOnceMs) +
          seen.canary.worst(seen.drainAtMs - atOnceMs, edge.latestMs),
        // Distinguishes half of the delay from all of it, and all of it from twice as much.
        marginMs: (seen.drainAtMs - seen.signalAtMs) / 2,
      })
    }

    test('drains no sooner', () => judge('notBeforeMs')).sees('kept-connections-closed-while-delaying')

    test('drains no later', () => judge('notAfterMs')).sees('delay-doubled')

    test('goes on listening until the delay has elapsed', async () => {
      const seen = await ended('delay alone')
      const samples = looksWithin(seen, 'fresh', delaying(seen))

      expectNone(seen, samples, ({ outcome }) => !isListening(outcome))
    }).sees('delay-halved')
  },
)
