import { describe, expect, test } from 'vitest'
import type { Deviation } from '../dialect/dialect.ts'
import type { Baseline } from '../baseline/judge.ts'
import { fingerprintOf } from '../baseline/fingerprint.ts'
import type { CheckEvent } from '../events.ts'
import { controlOf, finalVerdict, withControl } from './verdict.ts'

const receivedEvent = {
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
const doubtedEvent = {
  ...receivedEvent,
  verdict: 'inconclusive',
  reason: 'too busy',
  alternativeResult: failure,
} as const

const deviationWithAnswers = (answers: readonly string[]) =>
  ({ check: 'a.b/refuses', reason: 'it is known', answers }) as unknown as Deviation
const answer = fingerprintOf({ ...receivedEvent, ...failure }) ?? ''
const baselineWith = (fingerprint: string) => {
  const listedFailure = { reason: 'listed', passes: false } as const
  const judge = (event: CheckEvent): CheckEvent =>
    event.fingerprint === fingerprint ? { ...event, verdict: 'known-failing', known: listedFailure } : event
  return { judge } as unknown as Baseline
}

describe('a failure that is attributed to the machine', () => {
  test('a failure that is attributed to the machine is known if it equals the failure of the known deviation', () => {
    const { ownVerdict, event } = finalVerdict(doubtedEvent, {
      crashes: [],
      deviation: deviationWithAnswers([answer]),
      baseline: undefined,
    })

    expect(ownVerdict).toBe('known-failing')
    expect(event).toMatchObject({ verdict: 'known-failing', reason: failure.reason, fingerprint: answer })
    expect(event).not.toHaveProperty('alternativeResult')
  })

  test('a failure that is attributed to the machine is known if it equals the failure in the baseline', () => {
    const { ownVerdict, event } = finalVerdict(doubtedEvent, {
      crashes: [],
      deviation: undefined,
      baseline: baselineWith(answer),
    })

    expect(ownVerdict).toBe('broken')
    expect(event.verdict).toBe('known-failing')
  })

  test.for([
    ['another failure is known', deviationWithAnswers(['0123456789abcdef'])],
    ['no failure is known', undefined],
  ] as const)('a failure that is attributed to the machine stays inconclusive if %s', ([, deviation]) => {
    const { event } = finalVerdict(doubtedEvent, {
      crashes: [],
      deviation,
      baseline: baselineWith('another'),
    })

    expect(event).toMatchObject({ verdict: 'inconclusive', reason: 'too busy' })
    expect(event).not.toHaveProperty('alternativeResult')
  })
})

const controlWith = (verdict: CheckEvent['verdict']) => controlOf({ ...receivedEvent, verdict }, verdict)
const heldRefusal = { ...receivedEvent, verdict: 'held', twin: 'a.b/accepts' } as const

describe('a successful refusal', () => {
  test.for(['held', 'observed', 'warned'] as const)(
    'a successful refusal stays held with a control check that is %s',
    (verdict) => {
      expect(withControl(heldRefusal, { control: controlWith(verdict) })).toBe(heldRefusal)
    },
  )

  test.for([
    ['broken', 'untestable'],
    ['crashed', 'crashed'],
    ['inconclusive', 'inconclusive'],
    ['unstable', 'unstable'],
  ] as const)('a successful refusal with a control check that is %s is %s', ([verdict, own]) => {
    const event = withControl(heldRefusal, { control: controlWith(verdict) })

    expect(event).toMatchObject({ verdict: own, reason: expect.stringContaining(`a.b/accepts: ${verdict}.`) })
    expect(event).not.toHaveProperty('expected')
  })

  test('a successful refusal is not applicable with the reason of a control check that is not applicable', () => {
    const reason = 'The command of the API server sets --profiling itself.'
    const control = { ...receivedEvent, verdict: 'not-applicable', reason } as const
    const event = withControl(heldRefusal, { control: controlOf(control, 'not-applicable') })

    expect(event).toMatchObject({ verdict: 'not-applicable', reason })
    expect(event).not.toHaveProperty('expected')
  })

  test('a successful refusal is not applicable if its control check was not applicable in another run', () => {
    const event = withControl(heldRefusal, { control: controlOf(undefined, 'not-applicable') })

    expect(event).toMatchObject({
      verdict: 'not-applicable',
      reason: expect.stringContaining('a.b/accepts: not-applicable.') as string,
    })
  })

  test.for(['untestable', 'known-failing', 'harness-fault'] as const)(
    'a successful refusal with a control check that is %s is untestable',
    (verdict) => {
      expect(withControl(heldRefusal, { control: controlWith(verdict) }).verdict).toBe('untestable')
    },
  )

  test('a successful refusal without an executed control check is untestable', () => {
    expect(withControl(heldRefusal, { control: controlOf(undefined, undefined) }).verdict).toBe('untestable')
  })

  test('a successful refusal is valid with a control check that was accepted in another run', () => {
    expect(withControl(heldRefusal, { control: controlOf(undefined, 'held') })).toBe(heldRefusal)
  })

  test('a successful refusal with a broken control check is untestable, even if a known deviation applies', () => {
    const { ownVerdict, event } = finalVerdict(heldRefusal, {
      control: controlWith('broken'),
      crashes: [],
      deviation: deviationWithAnswers([answer]),
      baseline: undefined,
    })

    expect([ownVerdict, event.verdict]).toEqual(['untestable', 'untestable'])
  })
})
