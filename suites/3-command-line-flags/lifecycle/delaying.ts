import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { outcomeText } from '#harness/client/outcome.ts'
import { HarnessError } from '#harness/errors.ts'
import { edgeOf } from '#harness/observe/edge.ts'
import { expectInTime } from '#harness/observe/judge.ts'
import { flagRow } from '../flag-rules.ts'
import type { EndingSeen } from './ending.ts'
import type { Endings } from './endings.ts'
import {
  atOnceMs,
  clockMs,
  counted,
  delaying,
  doubtMachine,
  expectNone,
  firstUnserved,
  isListening,
  isServed,
  looksWithin,
  samplesOf,
} from './looks.ts'
import { heldKinds, type HeldKind, newRequestKinds, type NewRequestKind } from './model.ts'
import { byTransport, watchNames } from './watches.ts'
import { played } from './stage.ts'

const row = { document: 3, section: 'States and transitions', row: 'serving: termination requested' } as const

const entries = <K extends string>(names: Readonly<Record<K, string>>): Record<string, K> =>
  Object.fromEntries(Object.entries(names).map(([kind, name]) => [name as string, kind as K]))

const watched = watchNames.map((name) => `goes on with a watch ${name}`)

const served = Object.values(newRequestKinds).map((name) => `serves new requests ${name}`)

/** The state between the signal and the end of the delay. */
export function delayingRules(ended: Endings): void {
  const delayed = () => ended('delay and retry-after')

  rule(
    {
      id: 'lifecycle.delaying.readyz-fails-at-once',
      level: 'MUST',
      says: 'When termination is requested, /readyz fails at once, while the delay still runs.',
      source: { ...row, row: `${row.row}, readyz` },
      ...played,
      faults: {
        'readyz-fails-late': ['fails /readyz at once', 'goes on failing /readyz while the delay runs'],
        'readyz-flaps-while-delaying': ['goes on failing /readyz while the delay runs'],
      },
    },
    () => {
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
          // A server to which "at once" means "when the delay has elapsed" shows it then.
          marginMs: drainAtMs - originMs - atOnceMs,
        })
      })

      test('goes on failing /readyz while the delay runs', async () => {
        const seen = await delayed()
        const [fromMs, toMs] = delaying(seen)
        const samples = looksWithin(seen, '/readyz', [fromMs, toMs])
        const firstFailing = samples.findIndex(({ outcome }) => !isServed(outcome))
        // One that never fails in all that time has been late to notice at best.
        if (firstFailing < 0) doubtMachine(seen, (toMs - fromMs) / 2)
        const failing = samples.slice(Math.max(0, firstFailing))

        expectNone(seen, failing, ({ outcome }) => isServed(outcome))
      })
    },
  )

  rule(
    {
      id: 'lifecycle.delaying.alive',
      level: 'MUST',
      says: 'While the delay runs, /healthz and /livez succeed.',
      source: { ...row, row: `${row.row}, healthz and livez` },
      ...played,
      faults: {
        'livez-fails-while-delaying': ['answers /livez with success'],
        'healthz-fails-while-delaying': ['answers /healthz with success'],
      },
    },
    () => {
      test.for({ '/livez': '/livez', '/healthz': '/healthz' } as const)(
        'answers %s with success',
        async (path) => {
          const seen = await delayed()
          const samples = looksWithin(seen, path, delaying(seen))

          expectNone(seen, samples, ({ outcome }) => !isServed(outcome))
        },
      )
    },
  )

  rule(
    {
      id: 'lifecycle.delaying.requests-are-served',
      level: 'MUST',
      says: 'While the delay runs, requests are still served: new ones on every sort of connection, and those in flight.',
      source: { ...row, row: `${row.row}, requests` },
      capability: 'objects',
      ...played,
      faults: {
        'requests-refused-while-delaying': served,
        'listener-closed-while-delaying': ['serves new requests on a fresh connection'],
        'kept-connections-closed-while-delaying': ['serves new requests on a kept connection'],
        'http2-refused-while-delaying': ['serves new requests over HTTP/2'],
        'delay-halved': served,
        'delay-from-start': served,
        'in-flight-cut-at-termination': Object.values(heldKinds).map((name) => `keeps a request ${name}`),
      },
    },
    () => {
      test.for(entries<NewRequestKind>(newRequestKinds))('serves new requests %s', async (kind) => {
        const seen = await delayed()
        const samples = looksWithin(seen, kind, delaying(seen))

        expectNone(seen, samples, ({ outcome }) => !isServed(outcome))
      })

      test.for(entries<HeldKind>(heldKinds))('keeps a request %s', async (kind) => {
        const seen = await delayed()
        const held = seen.holds.find(({ name }) => name === `request ${heldKinds[kind]}`)
        const endedWhileDelaying = held?.end !== undefined && held.end.atMs < seen.drainAtMs

        expect({ isHeld: held !== undefined, endedWhileDelaying }).toEqual({
          isHeld: true,
          endedWhileDelaying: false,
        })
      })
    },
  )

  rule(
    {
      id: 'lifecycle.delaying.watches-go-on',
      level: 'MUST',
      says: 'While the delay runs, open watches go on and still tell what happens.',
      source: { ...row, row: `${row.row}, watches` },
      capability: 'objects',
      ...played,
      faults: {
        'watches-ended-at-termination': watched,
        'delay-halved': watched,
        'delay-from-start': watched,
      },
    },
    () => {
      test.for(byTransport)('goes on with a watch %s', async (transport, check) => {
        if (transport === 'websocket') check.needs('watch-websocket')
        const seen = await delayed()
        const watch = seen.watches.find((one) => one.transport === transport)
        const told = watch?.events.some(({ text }) => text.includes('made-while-delaying'))
        const endedWhileDelaying = watch?.end !== undefined && watch.end.atMs < seen.drainAtMs - clockMs
        if (!told && !endedWhileDelaying) expectEventInTime(seen)

        // Where the event is turned away, which other rules judge, a watch can only go on.
        expect({ told: told || isTurnedAway(seen), endedWhileDelaying }).toEqual({
          told: true,
          endedWhileDelaying: false,
        })
      })
    },
  )

  rule(
    {
      id: 'lifecycle.delaying.takes-the-delay',
      level: 'MUST',
      says: 'Draining begins when the delay has elapsed, counted from the request for termination.',
      source: { document: 3, section: 'States and transitions', row: 'delaying: delay elapsed' },
      capability: 'objects',
      ...played,
      faults: {
        'delay-halved': ['drains no sooner', 'goes on listening until the delay has elapsed'],
        'delay-from-start': ['drains no sooner', 'goes on listening until the delay has elapsed'],
        'requests-refused-while-delaying': ['drains no sooner'],
        'listener-closed-while-delaying': [
          'drains no sooner',
          'goes on listening until the delay has elapsed',
        ],
        'kept-connections-closed-while-delaying': ['drains no sooner'],
        'http2-refused-while-delaying': ['drains no sooner'],
        'delay-doubled': ['drains no later'],
        'drain-rejects-nothing': ['drains no later'],
      },
    },
    () => {
      const judge = async (bound: 'notBeforeMs' | 'notAfterMs'): Promise<void> => {
        const seen = await delayed()
        const edge = firstUnserved(seen)

        expect(edge, 'when new requests were first not served').toBeDefined()
        if (edge === undefined) return
        expectInTime(edge, {
          what: 'draining begins after the signal',
          originMs: seen.signalAtMs,
          [bound]: seen.drainAtMs + (bound === 'notAfterMs' ? atOnceMs : -clockMs),
          jitterMs: seen.canary.worst(seen.drainAtMs - atOnceMs, edge.latestMs),
          // Half of the delay is told from all of it, and all of it from twice as much.
          marginMs: (seen.drainAtMs - seen.signalAtMs) / 2,
        })
      }

      test('drains no sooner', () => judge('notBeforeMs'))

      test('drains no later', () => judge('notAfterMs'))

      test('goes on listening until the delay has elapsed', async () => {
        const seen = await ended('delay alone')
        const samples = looksWithin(seen, 'fresh', delaying(seen))

        expectNone(seen, samples, ({ outcome }) => !isListening(outcome))
      })
    },
  )

  rule(
    {
      id: 'flag.shutdown-delay-duration.unset',
      level: 'UNSPECIFIED',
      says: 'What a server without a delay does between the signal and its end is open.',
      source: flagRow('--shutdown-delay-duration', 'unset'),
      ...played,
    },
    () => {
      test('observes the end of an idle server', async (check) => {
        const seen = await ended('no flag, idle')
        for (const kind of ['/readyz', '/livez', 'fresh'] as const) {
          const samples = samplesOf(seen, kind).filter(({ sentAtMs }) => sentAtMs >= seen.signalAtMs)
          check.observe(`${kind} after the signal`, counted(samples))
        }
        check.observe('exit code', seen.exit?.code ?? seen.exit?.signal ?? 'still running')
        check.observe('milliseconds to the end', Math.round(seen.endedAtMs - seen.signalAtMs))
      })
    },
  )
}

// From the answer to the one who made the event to the event itself, where nobody waits for a processor.
const toldWithinMs = 300

function isTurnedAway({ event }: EndingSeen): boolean {
  return event !== undefined && !isServed(event.outcome) && event.outcome.kind !== 'silent'
}

/** Without an event made well within the delay, watches have nothing to tell. */
function expectEventInTime(seen: EndingSeen): void {
  if (isTurnedAway(seen)) return
  const { event, drainAtMs, canary } = seen
  const isMade = event !== undefined && isServed(event.outcome)
  if (isMade && canary.quietMs(event.doneAtMs, drainAtMs) > toldWithinMs) return
  const what = event === undefined ? 'not asked for' : outcomeText(event.outcome)
  throw new HarnessError('inconclusive', `No event was made in time for the watches to tell (${what}).`)
}
