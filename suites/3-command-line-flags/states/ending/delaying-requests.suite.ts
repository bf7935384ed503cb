import { recordedEnding } from './recorded-endings.ts'
import { expect, inconclusiveError, rulesOf, says, test } from '#kit'
import { outcomeText } from '#kit/clients.ts'
import type { ObservedEnding } from './ending.ts'
import { clockMs, delayPeriod, expectNone, isServed, rejectLateSilence, samplesBetween } from '../samples.ts'
import { heldKinds, type HeldKind, newRequestKinds, type NewRequestKind, kindsByName } from '../model.ts'
import { byTransport } from './watches.ts'
import { delayedWrites } from './writes.ts'
import { scenarioOptions } from '../scenarios.ts'

const { must } = rulesOf({ document: 3, section: 'States and transitions', capability: 'objects' })

/** Faults by kind of connection. Each affects no other kind. */
const unservedFaults: Readonly<Record<NewRequestKind, string>> = {
  fresh: 'listener-closed-while-delaying',
  kept: 'kept-connections-closed-while-delaying',
  http2: 'http2-refused-while-delaying',
}

const delayedEnding = () => recordedEnding('delay and retry-after')

must(
  'lifecycle.delaying.requests-are-served',
  { ...scenarioOptions, row: 'serving: termination requested', aspect: 'requests' },
  () => {
    says(
      'While the delay runs, requests are still served: new ones on every kind of connection, and those in flight.',
    )
    test
      .for(kindsByName<NewRequestKind>(newRequestKinds))('serves new requests %s', async (kind) => {
        const recording = await delayedEnding()
        const samples = samplesBetween(recording, kind, delayPeriod(recording))

        expectNone(recording, samples, ({ outcome }) => !isServed(outcome))
      })
      .sees('requests-refused-while-delaying', (kind) => unservedFaults[kind])

    test
      .for(delayedWrites)({ title: 'serves %s', id: 'serves %s' }, async ({ verb, connection }) => {
        const recording = await delayedEnding()
        const writeName = Object.keys(delayedWrites).find((each) => {
          const delayedWrite = delayedWrites[each]
          return delayedWrite?.verb === verb && delayedWrite.connection === connection
        })
        const sample = recording.writes.get(writeName ?? '')
        if (
          sample !== undefined &&
          !isServed(sample.outcome) &&
          sample.doneAtMs > recording.drainAtMs - clockMs
        )
          throw inconclusiveError('The write was not sent early enough to be served before draining.')
        if (sample?.outcome.kind === 'silent') rejectLateSilence(recording, sample)

        expect(sample === undefined ? 'not sent' : outcomeText(sample.outcome)).toMatch(/^2\d\d$/)
      })
      .sees('requests-refused-while-delaying', ({ verb }) =>
        verb === 'POST' ? [] : 'changes-refused-while-delaying',
      )

    test
      .for(kindsByName<HeldKind>(heldKinds))('keeps a request %s', async (kind) => {
        const heldRequest = await delayedEnding()
        const hold = heldRequest.holds.find(({ name }) => name === `request ${heldKinds[kind]}`)
        const hasEndedDuringDelay = hold?.end !== undefined && hold.end.atMs < heldRequest.drainAtMs

        expect({ isHeld: hold !== undefined, hasEndedDuringDelay }).toEqual({
          isHeld: true,
          hasEndedDuringDelay: false,
        })
      })
      .sees('in-flight-cut-at-termination')
  },
)

must(
  'lifecycle.delaying.watches-go-on',
  { ...scenarioOptions, row: 'serving: termination requested', aspect: 'watches' },
  () => {
    says('During the delay, open watches continue and still report events.')
    test
      .for(byTransport)(
        { title: 'continues a watch %s', id: 'goes on with a watch %s' },
        async (transport, check) => {
          if (transport === 'websocket') check.needs('watch-websocket')
          const openedWatch = await delayedEnding()
          const watch = openedWatch.watches.find((one) => one.transport === transport)
          const isReported = watch?.events.some(({ text }) => text.includes('made-while-delaying'))
          const hasEndedDuringDelay =
            watch?.end !== undefined && watch.end.atMs < openedWatch.drainAtMs - clockMs
          if (!isReported && !hasEndedDuringDelay) expectEventInTime(openedWatch)

          // If the event is rejected, which other rules check, a watch can only continue.
          expect({ isDelivered: isReported || isEventRejected(openedWatch), hasEndedDuringDelay }).toEqual({
            isDelivered: true,
            hasEndedDuringDelay: false,
          })
        },
      )
      .sees('watches-ended-at-termination')

    test({ title: 'opens a new watch, which reports an event', id: 'opens a new watch' }, async () => {
      const recording = await delayedEnding()
      const { lateWatch } = recording
      const isReported = lateWatch?.events.some(({ text }) => text.includes('made-while-delaying'))
      if (!isReported) expectEventInTime(recording)

      expect({
        status: await lateWatch?.responseStatus,
        isReported: isReported || isEventRejected(recording),
      }).toEqual({ status: 200, isReported: true })
    }).sees('watches-refused-while-delaying', 'requests-refused-while-delaying')
  },
)

// Longest time from the response for the creation of an event to the event itself, without a wait for a processor.
const eventWithinMs = 300

function isEventRejected({ event }: ObservedEnding): boolean {
  return event !== undefined && !isServed(event.outcome) && event.outcome.kind !== 'silent'
}

/**
 * Makes the running check inconclusive if the event was not created well within the delay, because the watches then
 * have nothing to report.
 */
function expectEventInTime(recording: ObservedEnding): void {
  if (isEventRejected(recording)) return
  const { event, drainAtMs, canary } = recording
  const isEventCreated = event !== undefined && isServed(event.outcome)
  if (isEventCreated && canary.quietMs(event.doneAtMs, drainAtMs) > eventWithinMs) return
  const eventText = event === undefined ? 'not asked for' : outcomeText(event.outcome)
  throw inconclusiveError(`No event was made in time for the watches to tell (${eventText}).`)
}
