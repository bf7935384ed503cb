import { expect, test } from 'vitest'
import type { CheckEvent, RunEvent } from '../events.ts'
import { compareRepeats, repeatReportText, untilFailureText } from './repeated.ts'

const check = (id: string, verdict: CheckEvent['verdict']): RunEvent =>
  ({ type: 'check', id, verdict }) as CheckEvent

test('compareRepeats bounds the rate of changes of equal runs by the rule of three', () => {
  const run = [check('a/x', 'held'), check('a/y', 'observed')]
  const report = compareRepeats([run, run, run])

  expect(report).toEqual({ schemaVersion: 1, runs: 3, checks: 2, changed: [], changesBelow: 0.5 })
  expect(repeatReportText(report)).toBe(
    '3 runs of 2 checks: 0 changed their verdicts. With 95 % confidence, a check changes its verdict in fewer than 50 % of runs.\n',
  )
})

test('compareRepeats lists checks whose verdicts changed, and omits checks that did not run in every run', () => {
  const report = compareRepeats([
    [check('a/x', 'held'), check('a/y', 'held')],
    [check('a/x', 'broken')],
    [check('a/x', 'held'), check('a/y', 'held')],
  ])

  expect(report).toEqual({
    schemaVersion: 1,
    runs: 3,
    checks: 1,
    changed: [{ check: 'a/x', verdicts: { held: 2, broken: 1 } }],
  })
  expect(repeatReportText(report)).toBe(
    '3 runs of 1 checks: 1 changed their verdicts.\n  a/x: 2 held, 1 broken\n',
  )
})

test.for([
  ['held', 100, 'It passed in 100 of 100 runs. With 95 % confidence, it fails in fewer than 3 % of runs.'],
  ['broken', 17, 'It failed in run 17 of at most 100.'],
] as const)(
  'the text of a check that is %s after %i runs states the number of runs',
  ([verdict, runs, text]) => {
    expect(untilFailureText(check('a/x', verdict) as CheckEvent, runs, 100)).toBe(text)
  },
)
