import { expect, test } from 'vitest'
import type { RefusedStart } from './attempt.ts'
import type { RunningProgram } from './running.ts'
import { missingFlagIn, notReadyError } from './start-errors.ts'

const command = ['server', '--bind=1', '--fancy=2']

test.for([
  'Error: unknown flag: --fancy\nUsage: …',
  "server: unrecognized option '--fancy=2'",
  'flag provided but not defined: -fancy',
  "error: unexpected argument '--fancy' found",
  "TypeError: Unknown option '--fancy'",
])('the output %j names the missing flag', (output) => {
  expect(missingFlagIn(output, command)).toBe('--fancy')
})

test.for([
  'invalid argument "2" for "--fancy" flag: no number',
  'unknown flag: --other',
  'the flag --fancy is deprecated',
  '',
])('the output %j names no missing flag', (output) => {
  expect(missingFlagIn(output, command)).toBeUndefined()
})

/** Returns a refused start with this output. */
function refusedStart(output: string, isStarved: boolean): RefusedStart<RunningProgram> {
  const program = {
    role: 'apiserver',
    output,
    intendedArguments: [],
    program: { exit: { code: 1, signal: null } },
  }
  return { outcome: 'refused', exitCode: 1, stderr: output, isStarved, program: program as never }
}

const timeoutText = 'Error: error creating storage factory: context deadline exceeded'

test.for([
  { output: timeoutText, isStarved: true, code: 'inconclusive' },
  { output: 'Error: timed out waiting for the condition', isStarved: true, code: 'inconclusive' },
  { output: timeoutText, isStarved: false, code: 'refused' },
  { output: 'Error: invalid argument "2" for "--fancy"', isStarved: true, code: 'refused' },
])('a start that ends with "$output" is $code when starved is $isStarved', ({ output, isStarved, code }) => {
  expect(notReadyError(refusedStart(output, isStarved))).toMatchObject({ code })
})
