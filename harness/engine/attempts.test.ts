import { expect, test } from 'vitest'
import type { CheckEvent } from '../events.ts'
import type { Verdict } from '../verdict.ts'
import { isRetried, unconfirmed, confirmedBy } from './attempts.ts'

const checkResult = (verdict: Verdict): CheckEvent => ({
  type: 'check',
  id: 'a.b/c',
  rule: 'a.b',
  verdict,
  reason: `why it is ${verdict}`,
  fingerprint: 'one',
  startedAtMs: 0,
  durationMs: 1,
  assertions: [],
  observations: [],
  launches: [],
})

test.for<[Verdict, Verdict, Verdict]>([
  ['broken', 'broken', 'broken'],
  ['broken', 'crashed', 'crashed'],
  ['crashed', 'broken', 'crashed'],
  ['broken', 'held', 'unstable'],
  ['crashed', 'held', 'unstable'],
  ['broken', 'untestable', 'unstable'],
  ['broken', 'known-failing', 'unstable'],
  ['broken', 'inconclusive', 'inconclusive'],
  ['broken', 'harness-fault', 'harness-fault'],
  ['inconclusive', 'held', 'held'],
  ['inconclusive', 'inconclusive', 'inconclusive'],
])('%s and then %s is %s', ([first, next, all]) => {
  expect(confirmedBy(checkResult(first), checkResult(next)).verdict).toBe(all)
})

const known = { reason: 'a race', link: 'https://example.com' }
const passing = { ...checkResult('known-failing'), known: { ...known, passes: true } }
const failing = { ...checkResult('known-failing'), known: { ...known, passes: false } }

test.for([
  ['passes', passing, passing],
  ['fails', failing, failing],
] as const)(
  'a known failure that passes and then %s has the verdict of the second attempt',
  ([, next, all]) => {
    expect(isRetried(passing)).toBe(true)
    expect(confirmedBy(passing, next)).toEqual(all)
  },
)

test('a known failure that passes and then fails in another way is unstable', () => {
  expect(confirmedBy(passing, checkResult('broken')).verdict).toBe('unstable')
})

test('an unstable check reports both attempts, and nothing that a baseline could list', () => {
  const { reason, fingerprint } = confirmedBy(checkResult('broken'), checkResult('held'))

  expect(reason).toContain('First: why it is broken\nThen: why it is held')
  expect(fingerprint).toBeUndefined()
})

test('a red check that was judged once is not confirmed', () => {
  expect(unconfirmed(checkResult('broken'), 1).reason).toBe(
    'why it is broken\nNot confirmed: the run ended before a second attempt.',
  )
  expect(unconfirmed(checkResult('broken'), 2)).toEqual(checkResult('broken'))
  expect(unconfirmed(checkResult('inconclusive'), 1)).toEqual(checkResult('inconclusive'))
})
