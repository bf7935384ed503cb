import { expect, test } from 'vitest'
import { missingFlagIn } from './missing-flag.ts'

const command = ['server', '--bind=1', '--fancy=2']

test.for([
  'Error: unknown flag: --fancy\nUsage: …',
  "server: unrecognized option '--fancy=2'",
  'flag provided but not defined: -fancy',
  "error: unexpected argument '--fancy' found",
  "TypeError: Unknown option '--fancy'",
])('%s names the flag', (output) => {
  expect(missingFlagIn(output, command)).toBe('--fancy')
})

test.for([
  'invalid argument "2" for "--fancy" flag: no number',
  'unknown flag: --other',
  'the flag --fancy is deprecated',
  '',
])('%s names no flag', (output) => {
  expect(missingFlagIn(output, command)).toBeUndefined()
})
