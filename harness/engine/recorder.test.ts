import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { TestCase } from 'vitest/node'
import type { HeaderEvent } from '../events.ts'
import { Recorder } from './recorder.ts'

const checks = [
  { id: 'a.b/accepts', rule: 'a.b', title: 'accepts' },
  { id: 'a.b/refuses', rule: 'a.b', title: 'refuses', twin: 'a.b/accepts' },
]

function recorderFor(mostAttempted: number): Recorder {
  const directory = mkdtempSync(join(tmpdir(), 'recorder-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const header = { type: 'header', plan: { checks, rules: [] } } as unknown as HeaderEvent
  return new Recorder(
    directory,
    header,
    () => undefined,
    () => {},
    { mostAttempted },
  )
}

function crashed(check: (typeof checks)[number]): TestCase {
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

test('a refusal that waited for a check that nobody had time to judge again is reported', () => {
  const recorder = recorderFor(1)
  for (const check of checks.toReversed()) recorder.onTestCaseResult(crashed(check))

  expect(recorder.finish(false)).toMatchObject({ totals: { crashed: 2 }, reported: 2, errors: [] })
})

test('what is noted after the end of a run, as of a start that nobody waits for, is no part of it', () => {
  const recorder = recorderFor(0)
  for (const check of checks) recorder.onTestCaseResult(crashed(check))
  const footer = recorder.finish(false)

  recorder.neverStarted('apiserver', 'It was killed.')

  expect(footer).toMatchObject({ errors: [] })
})
