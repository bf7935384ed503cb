import { expect, rulesOf, says, test } from '#kit'
import { counted, expectNone, isListening } from '../looks.ts'
import { type HeldKind, heldKinds, byName } from '../model.ts'
import { played } from '../stage.ts'
import { doubtTimeOut, lastEndOf, listeningEnd, looksWhileDraining } from './draining-looks.ts'
import { ended } from './played-endings.ts'

const { must } = rulesOf({ document: 3, section: 'States and transitions', capability: 'objects' })

const drained = () => ended('delay and retry-after')

must(
  'lifecycle.draining.waits-for-requests',
  { ...played, row: 'draining: requests in flight', aspect: 'listening continues' },
  () => {
    says('Listening continues until the requests in flight have drained, and these are answered.')
    test('goes on listening while requests are in flight', async () => {
      const seen = await drained()
      const samples = looksWhileDraining(seen, 'fresh')

      expectNone(seen, samples, ({ outcome }) => !isListening(outcome))
    }).sees('listener-closed-while-delaying')

    test
      .for(byName<HeldKind>(heldKinds))('answers a request %s', async (kind) => {
        const seen = await drained()
        const held = seen.holds.find(({ name }) => name === `request ${heldKinds[kind]}`)
        doubtTimeOut(seen)

        expect(held?.end?.outcome).toMatchObject({ kind: 'answered', status: 200 })
      })
      .sees('in-flight-cut-while-draining')

    test('stops listening once they have drained', async (check) => {
      const seen = await drained()
      const drainedAtMs = lastEndOf(seen)
      const edge = listeningEnd(seen, drainedAtMs)
      const ms = edge && Math.round(edge.latestMs - drainedAtMs)
      check.observe('milliseconds from the last answer to the end of listening', ms)

      expect(edge, 'when it stopped listening').toBeDefined()
    }).sees('never-ends-after-drain')

    test('ends after everything has drained', async () => {
      const seen = await ended('delay, retry-after and grace')

      expect(seen.exit, 'the end of the program').toBeDefined()
    }).sees('never-ends-after-drain')
  },
)

must(
  'lifecycle.draining.grace-cuts-no-request',
  { ...played, row: 'draining: requests in flight', aspect: 'next to watches' },
  () => {
    says('The grace period of watches ends nothing of the requests in flight.')
    test('answers requests that outlast the grace period', async () => {
      const seen = await ended('delay, retry-after and grace')
      const { holds } = seen
      doubtTimeOut(seen)
      const outcomes = holds.flatMap(({ end }) => (end === undefined ? [] : [end]))

      expect(counted(outcomes)).toEqual({ 200: holds.length })
    }).sees('in-flight-cut-while-draining')
  },
)
