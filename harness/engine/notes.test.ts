import { describe, expect, test } from 'vitest'
import { fingerprintOf } from '../baseline/fingerprint.ts'
import { Baseline } from '../baseline/judge.ts'
import type { ListedFailure } from '../baseline/load.ts'
import { outputMark } from '../cause/failure-cause.ts'
import { type FailedOutcome, outcomeOfFailure, outcomeWithoutMachineDoubt } from '../check/outcome.ts'
import { inconclusiveError } from '../machine/inconclusive.ts'
import { withCommandNotes } from '../check/command-notes.ts'
import type { Deviation } from '../dialect/dialect.ts'
import type { CheckEvent } from '../events.ts'
import { markUnconfirmed } from './attempts.ts'
import { finalVerdict } from './verdict.ts'

type Failure = CheckEvent & { readonly reason: string }

const base = {
  type: 'check',
  id: 'a.b/c',
  rule: 'a.b',
  startedAtMs: 0,
  durationMs: 1,
  observations: [],
  launches: [],
} as const
const programError = 'unknown flag: --x'

function broken(reason: string, expected: unknown, actual: unknown): Failure {
  const assertions = [{ matcher: 'toBe', expected, actual, passed: false }]
  return { ...base, verdict: 'broken', reason, expected, actual, assertions }
}

function ended(verdict: 'broken' | 'crashed' | 'untestable', reason: string): Failure {
  return { ...base, verdict, reason, assertions: [] }
}

const failures: Readonly<Record<string, Failure>> = {
  'a comparison': broken('expected "a" to be "b"', 'b', 'a'),
  'a comparison with a message': broken('the answer: expected "a" to be "b"', 'b', 'a'),
  'a comparison of statuses': broken('the status: expected 401 to be 201', 201, 401),
  'a comparison without a message': broken('AssertionError: the promise rejected', undefined, 'a'),
  'a refused start': {
    ...ended('broken', `It refused to start (exit code 1): ${programError}\n${outputMark}usage\n`),
    refusedStart: true,
    programError,
  },
  'a refused start without output': {
    ...ended('broken', 'It refused to start (exit code 1). It printed nothing.'),
    refusedStart: true,
  },
  'a crash': ended('crashed', 'It ended.\npanic: nil map\n\ngoroutine 7 [running]:\nmain.f()\n'),
  'a crash without a trace': ended('crashed', `It ended (killed by SIGKILL).\n${outputMark}serving`),
  'a program that is never ready': {
    ...ended('crashed', 'It was not ready. Its last error: no'),
    programError,
  },
  'an untestable check': ended('untestable', 'The server has not fetched the keys.'),
}

const commandOf = (dropped: readonly string[], added: readonly string[], name = 'apiserver') => ({
  evidence: [{ name, flagDifferences: { dropped, added } }],
})
const notes: Readonly<Record<string, (failure: Failure) => Failure>> = {
  'added flags': (failure) => withCommandNotes(failure, commandOf([], ['--event-ttl=1h0m0s'])),
  'added flags with the words of a crash': (failure) =>
    withCommandNotes(failure, commandOf([], ['--x=a\npanic: no', 'Error: --y'])),
  'flags not passed on': (failure) => withCommandNotes(failure, commandOf(['--anonymous-auth=true'], [])),
  'both, of two programs': (failure) =>
    withCommandNotes(
      withCommandNotes(failure, commandOf(['--a=1'], ['--a=2'])),
      commandOf(['--b'], ['--c'], 'node-agent'),
    ),
}

const deviation = { check: base.id, reason: 'known', answers: ['2:0000000000000000'] } as unknown as Deviation
const listed = { check: base.id, fingerprint: '2:0000000000000000', expires: '2000-01-01' } as ListedFailure
const fingerprintIn = (failure: Failure, facts: Partial<Parameters<typeof finalVerdict>[1]> = {}) =>
  finalVerdict(failure, { crashes: [], deviation: undefined, baseline: undefined, ...facts }).event
    .fingerprint

test('a note about the program itself is in the reason of a failure with and without doubt about the machine', () => {
  const withNote = (outcome: FailedOutcome): FailedOutcome => ({
    ...outcome,
    reason: `note\n${outcome.reason}`,
  })
  const cause = Object.assign(new Error('the answer: expected a to be b'), { name: 'AssertionError' })
  const { alternativeResult } = outcomeWithoutMachineDoubt(
    'MUST',
    inconclusiveError('busy', { cause }),
    withNote,
  )

  expect(alternativeResult).toEqual(withNote(outcomeOfFailure('MUST', cause)))
})

describe.for(Object.entries(failures))('%s', ([, failure]) => {
  test.for(Object.entries(notes).filter(([name]) => name !== 'an unconfirmed attempt'))(
    'the fingerprint is the same with the note about %s',
    ([, withNote]) => {
      const noted = withNote(failure)

      expect(noted.reason).not.toBe(failure.reason)
      expect(fingerprintIn(noted)).toBe(fingerprintOf(failure))
    },
  )

  test.for([
    ['another known deviation', { deviation: { ...deviation, crashes: true, untestable: true } }],
    ['another failure in the baseline', { baseline: new Baseline({ failures: [listed] }) }],
    [
      'an expired entry of the baseline',
      { baseline: new Baseline({ failures: [{ ...listed, fingerprint: fingerprintOf(failure) ?? '' }] }) },
    ],
  ] as const)('the fingerprint is the same with the note about %s', ([, facts]) => {
    const noted = finalVerdict(failure, { crashes: [], deviation: undefined, baseline: undefined, ...facts })

    expect(noted.event.reason).not.toBe(failure.reason)
    expect(noted.event.fingerprint).toBe(fingerprintOf(failure))
  })

  test('the fingerprint is the same if no second attempt confirms the failure', () => {
    const fingerprint = fingerprintOf(failure) ?? ''

    expect(markUnconfirmed({ ...failure, fingerprint }, 1).fingerprint).toBe(fingerprint)
  })
})
