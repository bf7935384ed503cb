import { expect, test } from 'vitest'
import { hostDifferences, hostState } from './state.ts'

test('hostDifferences reports additions and removals by subject', () => {
  const stateBefore = { mounts: ['a', 'b'], settings: ['panic=0'] }
  const stateAfter = { mounts: ['a', 'c'], settings: ['panic=10'] }

  expect(hostDifferences(stateBefore, stateAfter)).toEqual([
    'mounts: c is new',
    'mounts: b is gone',
    'settings: panic=10 is new',
    'settings: panic=0 is gone',
  ])
})

test('hostState reads the mounts and settings of this machine without changing them', () => {
  const state = hostState()

  expect(state['mounts']?.length).toBeGreaterThan(0)
  expect(hostDifferences(state, hostState()).filter((line) => !line.startsWith('files'))).toEqual([])
})
