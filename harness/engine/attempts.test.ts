import { expect, test } from 'vitest'
import type { CheckEvent } from '../events.ts'
import type { Verdict } from '../verdict.ts'
import { isRetried, markUnconfirmed, confirmedResult } from './attempts.ts'

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
])('a check that is %s and then %s has the verdict %s', ([first, next, all]) => {
  expect(confirmedResult(checkResult(first), checkResult(next)).verdict).toBe(all)
})

const knownFailure = { reason: 'a race', link: 'https://example.com' }
const passingKnown = { ...checkResult('known-failing'), known: { ...knownFailure, passes: true } }
const failingKnown = { ...checkResult('known-failing'), known: { ...knownFailure, passes: false } }

test.for([
  ['passes', passingKnown, passingKnown],
  ['fails', failingKnown, failingKnown],
] as const)(
  'a known failure that first passes and then %s has the verdict of the second attempt',
  ([, next, all]) => {
    expect(isRetried(passingKnown)).toBe(true)
    expect(confirmedResult(passingKnown, next)).toEqual(all)
  },
)

test('a known failure that first passes and then fails in a different way is unstable', () => {
  expect(confirmedResult(passingKnown, checkResult('broken')).verdict).toBe('unstable')
})

test('an unstable check reports both attempts, and nothing that a baseline could list', () => {
  const { reason, fingerprint } = confirmedResult(checkResult('broken'), checkResult('held'))

  expect(reason).toContain('First: why it is broken\nThen: why it is held')
  expect(fingerprint).toBeUndefined()
})

test('a red check that ran once is marked as not confirmed', () => {
  expect(markUnconfirmed(checkResult('broken'), 1).reason).toBe(
    'why it is broken\nNot confirmed: the run ended before a second attempt.',
  )
  expect(markUnconfirmed(checkResult('broken'), 2)).toEqual(checkResult('broken'))
  expect(markUnconfirmed(checkResult('inconclusive'), 1)).toEqual(checkResult('inconclusive'))
})
