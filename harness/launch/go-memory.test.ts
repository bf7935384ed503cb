import { expect, test } from 'vitest'
import type { Target } from '../target/target.ts'
import { defaultLimits } from '../target/target.ts'
import { goMemory } from './go-memory.ts'

const gibibyte = 1024 ** 3

function target(changes: Partial<Target> = {}): Target {
  return { name: 'acme', dialect: 'kubernetes', programs: {}, limits: defaultLimits, ...changes }
}

test.for([
  ['a large machine', 64, 8, '2048MiB'],
  ['a machine with little for each program', 8, 12, '341MiB'],
] as const)('the programs on %s share half of its memory', ([, size, programsAtOnce, limit]) => {
  const settings = { target: target(), programsAtOnce }

  expect(goMemory(settings, size * gibibyte)).toEqual({ GOGC: 'off', GOMEMLIMIT: limit })
})

test('goMemory sets no limit if too little memory is left for each program', () => {
  expect(goMemory({ target: target(), programsAtOnce: 12 }, 4 * gibibyte)).toEqual({})
})

test('goMemory keeps a limit of the target file unchanged', () => {
  const settings = { target: target({ goMemoryLimit: '700MiB' }), programsAtOnce: 12 }

  expect(goMemory(settings, 4 * gibibyte)).toEqual({ GOGC: 'off', GOMEMLIMIT: '700MiB' })
})

test.for([
  ['that switches it off', { goMemoryLimit: 'off' }],
  ['of another dialect', { dialect: 'orch' }],
] as const)('a target %s gets no limit', ([, more]) => {
  expect(goMemory({ target: target(more), programsAtOnce: 1 }, 64 * gibibyte)).toEqual({})
})

test('goMemory sets a limit on this machine', () => {
  expect(Object.keys(goMemory({ target: target(), programsAtOnce: 1 }))).toEqual(['GOGC', 'GOMEMLIMIT'])
})
