import { expect, test } from 'vitest'
import type { CheckEvent } from '../events.ts'
import type { Verdict } from '../verdict.ts'
import { PendingResults } from './pending-results.ts'

const event = (id: string, verdict: Verdict, parts: Partial<CheckEvent> = {}): CheckEvent =>
  ({ type: 'check', id, verdict, ...parts }) as CheckEvent

test('the limit of waiting checks treats failures with the same end of a program as one failure', () => {
  const pendingResults = new PendingResults(1)
  pendingResults.keep(event('a.b/first', 'crashed', { reason: 'It was not ready.' }))

  expect(pendingResults.hasRoomFor(event('a.b/second', 'crashed', { reason: 'It was not ready.' }))).toBe(
    true,
  )
  expect(pendingResults.hasRoomFor(event('a.b/third', 'crashed', { reason: 'It ended.' }))).toBe(false)
  expect(pendingResults.hasRoomFor(event('a.b/fourth', 'broken', { reason: 'It was not ready.' }))).toBe(
    false,
  )
  expect(pendingResults.hasRoomFor(event('a.b/fifth', 'inconclusive'))).toBe(true)
})

test('pending checks are in the order red, passing although an entry lists them, inconclusive', () => {
  const pendingResults = new PendingResults(25)
  pendingResults.keep(event('a.b/late', 'inconclusive'))
  const knownDeviation = { reason: 'It does so.', passes: true } as unknown as NonNullable<
    CheckEvent['known']
  >
  pendingResults.keep(event('a.b/passes', 'known-failing', { known: knownDeviation }))
  pendingResults.keep(event('a.b/wrong', 'broken'))

  expect(pendingResults.events.map(({ id }) => id)).toEqual(['a.b/wrong', 'a.b/passes', 'a.b/late'])
})
