import { expect, test } from 'vitest'
import type { Deviation } from '../dialect/dialect.ts'
import type { CheckEvent } from '../events.ts'
import type { Verdict } from '../verdict.ts'
import { withDeviation } from './verdict.ts'

const checkEvent = (verdict: Verdict, fingerprint: string): CheckEvent => ({
  type: 'check',
  id: 'a.b/c',
  rule: 'a.b',
  verdict,
  fingerprint,
  reason: 'why',
  startedAtMs: 0,
  durationMs: 1,
  assertions: [],
  observations: [],
  launches: [],
})
const knownDeviation: Deviation = { check: 'a.b/*', reason: 'so it is', link: 'https://example.org' }
const deviation: Deviation = { ...knownDeviation, answers: ['one', 'two'] }

test.for<[string, Verdict, string, Deviation, Verdict]>([
  ['the confirmed response', 'broken', 'one', deviation, 'known-failing'],
  ['one of several confirmed responses', 'broken', 'two', deviation, 'known-failing'],
  ['an unconfirmed wrong response', 'broken', 'three', deviation, 'broken'],
  [
    'a wrong response to a deviation without confirmed responses',
    'broken',
    'three',
    knownDeviation,
    'known-failing',
  ],
  ['a crash in place of a response', 'crashed', 'one', deviation, 'crashed'],
  ['a crash that is the known deviation', 'crashed', 'one', { ...deviation, crashes: true }, 'known-failing'],
  ['a crash other than the known deviation', 'crashed', 'three', { ...deviation, crashes: true }, 'crashed'],
])('a known deviation excuses only confirmed failures: %s', ([, verdict, fingerprint, deviation, all]) => {
  expect(withDeviation(checkEvent(verdict, fingerprint), { deviation }).verdict).toBe(all)
})

test('a wrong response that matches no known response of a deviation is reported with the deviation', () => {
  const { reason } = withDeviation(checkEvent('broken', 'three'), { deviation })

  expect(reason).toContain('This is not the known deviation "a.b/*"')
  expect(reason).toContain('fingerprint three, that one one or two')
})
