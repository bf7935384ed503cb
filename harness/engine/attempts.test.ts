import { expect, test } from 'vitest'
import type { CheckEvent } from '../events.ts'
import type { Verdict } from '../verdict.ts'
import { settledBy } from './attempts.ts'

const came = (verdict: Verdict): CheckEvent => ({
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
  expect(settledBy(came(first), came(next)).verdict).toBe(all)
})

test('what is unstable tells of both attempts, and has nothing that a baseline could list', () => {
  const { reason, fingerprint } = settledBy(came('broken'), came('held'))

  expect(reason).toContain('First: why it is broken\nThen: why it is held')
  expect(fingerprint).toBeUndefined()
})
