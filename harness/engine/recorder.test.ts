import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { TestCase } from 'vitest/node'
import type { CheckEvent } from '../events.ts'
import type { HeaderEvent } from '../header.ts'
import type { Deviation } from '../dialect/dialect.ts'
import { Recorder, type RecorderOptions } from './recorder.ts'

const checks = [
  { id: 'a.b/accepts', rule: 'a.b', title: 'accepts' },
  { id: 'a.b/refuses', rule: 'a.b', title: 'refuses', twin: 'a.b/accepts' },
]

function recorderFor(maxRetriedCauses: number, options: RecorderOptions = {}, known?: Deviation): Recorder {
  const directory = mkdtempSync(join(tmpdir(), 'recorder-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const header = { type: 'header', plan: { checks, rules: [] } } as unknown as HeaderEvent
  return new Recorder(
    directory,
    header,
    () => known,
    () => {},
    { ...options, maxRetriedCauses },
  )
}

function crashedTest(check: (typeof checks)[number]): TestCase {
  const outcome = {
    verdict: 'crashed',
    startedAtMs: 0,
    durationMs: 1,
    assertions: [],
    observations: [],
    launches: [],
  }
  return {
    meta: () => ({ check, outcome }),
    result: () => ({ state: 'failed', errors: [] }),
    diagnostic: () => undefined,
  } as unknown as TestCase
}

test('a refusal is reported if its control check did not run again for lack of time', () => {
  const recorder = recorderFor(1)
  for (const check of checks.toReversed()) recorder.onTestCaseResult(crashedTest(check))

  expect(recorder.finish(false)).toMatchObject({ totals: { crashed: 2 }, reported: 2, errors: [] })
})

test('errors after the end of a run, such as errors of an abandoned start, are not recorded', () => {
  const recorder = recorderFor(0)
  for (const check of checks) recorder.onTestCaseResult(crashedTest(check))
  const footer = recorder.finish(false)

  recorder.recordNeverStarted('apiserver', 'It was killed.')

  expect(footer).toMatchObject({ errors: [] })
})

test('only the evidence of a known failure is moved to its pack', () => {
  const fileEvidence = (event: CheckEvent): CheckEvent => ({ ...event, evidence: 'a pack' })
  const knownCrash = { check: 'a.b/accepts', reason: 'it is known', crashes: true } as unknown as Deviation
  const [first] = checks
  const results = [knownCrash, undefined].map((each) => {
    const recorder = recorderFor(0, { fileEvidence }, each)
    if (first !== undefined) recorder.onTestCaseResult(crashedTest(first))
    return recorder.events.at(-1)
  })

  expect(results[0]).toMatchObject({ verdict: 'known-failing', evidence: 'a pack' })
  expect(results[1]).toMatchObject({ verdict: 'crashed' })
  expect(results[1]).not.toHaveProperty('evidence')
})
