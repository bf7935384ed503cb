import { expect, test } from 'vitest'
import { hostDifferences, hostState } from './state.ts'

test('what came and what went is told by what it is about', () => {
  const before = { mounts: ['a', 'b'], settings: ['panic=0'] }
  const after = { mounts: ['a', 'c'], settings: ['panic=10'] }

  expect(hostDifferences(before, after)).toEqual([
    'mounts: c is new',
    'mounts: b is gone',
    'settings: panic=10 is new',
    'settings: panic=0 is gone',
  ])
})

test('this machine has mounts and settings, and looking changes nothing', () => {
  const state = hostState()

  expect(state['mounts']?.length).toBeGreaterThan(0)
  expect(hostDifferences(state, hostState()).filter((line) => !line.startsWith('files'))).toEqual([])
})
