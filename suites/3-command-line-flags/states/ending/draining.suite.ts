import { expect, rulesOf, says, test } from '#kit'
import { counted, expectNone, isListening } from '../samples.ts'
import { type HeldKind, heldKinds, byName } from '../model.ts'
import { scenarioOptions } from '../scenarios.ts'
import { rejectTimeout, lastEndOf, listeningEnd, samplesDuringDraining } from './draining-samples.ts'
import { ended } from './recorded-endings.ts'

const { must } = rulesOf({ document: 3, section: 'States and transitions', capability: 'objects' })

const drained = () => ended('delay and retry-after')

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
        const recording = await drained()
        const samples = samplesDuringDraining(recording, 'fresh')

        expectNone(recording, samples, ({ outcome }) => !isListening(outcome))
      },
    ).sees('listener-closed-while-delaying')

    test
      .for(byName<HeldKind>(heldKinds))('answers a request %s', async (kind) => {
        const recording = await drained()
        const held = recording.holds.find(({ name }) => name === `request ${heldKinds[kind]}`)
        rejectTimeout(recording)

        expect(held?.end?.outcome).toMatchObject({ kind: 'answered', status: 200 })
      })
      .sees('in-flight-cut-while-draining')

    test('stops listening once they have drained', async (check) => {
      const recording = await drained()
      const drainedAtMs = lastEndOf(recording)
      const edge = listeningEnd(recording, drainedAtMs)
      const ms = edge && Math.round(edge.latestMs - drainedAtMs)
      check.observe('milliseconds from the last answer to the end of listening', ms)

      expect(edge, 'when it stopped listening').toBeDefined()
    }).sees('never-ends-after-drain')

    test('ends after everything has drained', async () => {
      const recording = await ended('delay, retry-after and grace')

      expect(recording.exit, 'the end of the program').toBeDefined()
    }).sees('never-ends-after-drain')
  },
)

must(
  'lifecycle.draining.grace-cuts-no-request',
  { ...scenarioOptions, row: 'draining: requests in flight', aspect: 'next to watches' },
  () => {
    says('The grace period of watches ends nothing of the requests in flight.')
    test('answers requests that outlast the grace period', async () => {
      const recording = await ended('delay, retry-after and grace')
      const { holds } = recording
      rejectTimeout(recording)
      const outcomes = holds.flatMap(({ end }) => (end === undefined ? [] : [end]))

      expect(counted(outcomes)).toEqual({ 200: holds.length })
    }).sees('in-flight-cut-while-draining')
  },
)
