import { describe, expect, test } from 'vitest'
import type { Deviation } from '../dialect/dialect.ts'
import type { Baseline } from '../baseline/judge.ts'
import { fingerprintOf } from '../baseline/fingerprint.ts'
import type { CheckEvent } from '../events.ts'
import { excused } from './excuses.ts'

const seen = {
  type: 'check',
  id: 'a.b/refuses',
  rule: 'a.b',
  startedAtMs: 0,
  durationMs: 1,
  expected: 'refused',
  actual: 'ready',
  assertions: [{ matcher: 'toBe', expected: 'refused', actual: 'ready', passed: false }],
  observations: [],
  launches: [],
} as const
const failure = { verdict: 'broken', reason: 'expected ready to be refused' } as const
const doubted = { ...seen, verdict: 'inconclusive', reason: 'too busy', otherwise: failure } as const

const knownBy = (answers: readonly string[]) =>
  ({ check: 'a.b/refuses', reason: 'it is known', answers }) as unknown as Deviation
const answer = fingerprintOf({ ...seen, ...failure }) ?? ''
const baseline = (fingerprint: string) => {
  const known = { reason: 'listed', passes: false } as const
  const judge = (event: CheckEvent): CheckEvent =>
    event.fingerprint === fingerprint ? { ...event, verdict: 'known-failing', known } : event
  return { judge } as unknown as Baseline
}

describe('a failure that is put down to the machine', () => {
  test('is a known one where it is just that of the departure', () => {
    const { own, event } = excused(doubted, { known: knownBy([answer]), baseline: undefined })

    expect(own).toBe('known-failing')
    expect(event).toMatchObject({ verdict: 'known-failing', reason: failure.reason, fingerprint: answer })
    expect(event).not.toHaveProperty('otherwise')
  })

  test('is a known one where it is just that of the baseline', () => {
    const { own, event } = excused(doubted, { known: undefined, baseline: baseline(answer) })

    expect(own).toBe('broken')
    expect(event.verdict).toBe('known-failing')
  })

  test.for([
    ['another failure is known', knownBy(['0123456789abcdef'])],
    ['none is known', undefined],
  ] as const)('stays inconclusive where %s', ([, known]) => {
    const { event } = excused(doubted, { known, baseline: baseline('another') })

    expect(event).toMatchObject({ verdict: 'inconclusive', reason: 'too busy' })
    expect(event).not.toHaveProperty('otherwise')
  })
})
