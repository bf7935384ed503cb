import { expect, test } from 'vitest'
import { slowness } from './slowness.ts'

test.for([
  ['an idle machine', 0.1, 1, 1],
  ['a loaded machine', 3, 1.2, 3],
  ['a process that waits for a processor', 1, 4, 4],
  ['any machine', 30, 20, 6],
] as const)('limits of tests on %s grow by the slowness of the machine', ([, load, spin, expected]) => {
  expect(slowness(load, spin)).toBe(expected)
})
