import { expect, rulesOf, says, test } from '#kit'
import { countsByOutcome, expectNone, isListening } from '../samples.ts'
import { type HeldKind, heldKinds, kindsByName } from '../model.ts'
import { scenarioOptions } from '../scenarios.ts'
import { rejectTimeout, lastEndOf, listeningEnd, samplesDuringDraining } from './draining-samples.ts'
import { furtherHolds } from './further-holds.ts'
import { recordedEnding } from './recorded-endings.ts'

const { must } = rulesOf({ document: 3, section: 'States and transitions', capability: 'objects' })

const namedAsThemselves = (table: object): Record<string, string> =>
  Object.fromEntries(Object.keys(table).map((name) => [name, name]))

const drainedEnding = () => recordedEnding('delay and retry-after')

must(
  'lifecycle.draining.waits-for-requests',
  { ...scenarioOptions, row: 'draining: requests in flight', aspect: 'listening continues' },
  () => {
    says('Listening continues until the requests in flight have drained, and these are answered.')
    test(
      {
        title: 'continues to listen while requests are in flight',
        id: 'goes on listening while requests are in flight',
      },
      async () => {
        const recording = await drainedEnding()
        const samples = samplesDuringDraining(recording, 'fresh')

        expectNone(recording, samples, ({ outcome }) => !isListening(outcome))
      },
    ).sees('listener-closed-while-delaying')

    test
      .for(kindsByName<HeldKind>(heldKinds))(
        { title: 'responds to a request %s', id: 'answers a request %s' },
        async (kind) => {
          const recording = await drainedEnding()
          const heldRequest = recording.holds.find(({ name }) => name === `request ${heldKinds[kind]}`)
          rejectTimeout(recording)

          expect(heldRequest?.end?.outcome).toMatchObject({ kind: 'answered', status: 200 })
        },
      )
      .sees('in-flight-cut-while-draining')

    test
      .for(namedAsThemselves(furtherHolds))(
        { title: 'responds to %s that is in flight', id: '%s in flight' },
        async (words) => {
          const recording = await drainedEnding()
          const heldRequest = recording.holds.find(({ name }) => name === words)
          rejectTimeout(recording)

          expect(heldRequest?.end?.outcome).toMatchObject({
            kind: 'answered',
            status: words.includes('POST') ? 201 : 200,
          })
        },
      )
      .sees('in-flight-cut-while-draining', (words) =>
        words.includes('HTTP/2') ? 'http2-cut-while-draining' : 'writes-cut-while-draining',
      )

    test(
      {
        title: 'stops listening once the requests have drained',
        id: 'stops listening once they have drained',
      },
      async (check) => {
        const recording = await drainedEnding()
        const drainedAtMs = lastEndOf(recording)
        const closedEdge = listeningEnd(recording, drainedAtMs)
        const ms = closedEdge && Math.round(closedEdge.latestMs - drainedAtMs)
        check.observe('milliseconds from the last answer to the end of listening', ms)

        expect(closedEdge, 'when it stopped listening').toBeDefined()
      },
    ).sees('never-ends-after-drain')

    test('ends after everything has drained', async () => {
      const recording = await recordedEnding('delay, retry-after and grace')

      expect(recording.exit, 'the end of the program').toBeDefined()
    }).sees('never-ends-after-drain')
  },
)

must(
  'lifecycle.draining.grace-cuts-no-request',
  { ...scenarioOptions, row: 'draining: requests in flight', aspect: 'next to watches' },
  () => {
    says('The grace period of watches ends nothing of the requests in flight.')
    test(
      {
        title: 'responds to requests that last longer than the grace period',
        id: 'answers requests that outlast the grace period',
      },
      async () => {
        const recording = await recordedEnding('delay, retry-after and grace')
        const { holds } = recording
        rejectTimeout(recording)
        const outcomes = holds.flatMap(({ end }) => (end === undefined ? [] : [end]))

        expect(countsByOutcome(outcomes)).toEqual({ 200: holds.length })
      },
    ).sees('in-flight-cut-while-draining')
  },
)
