import { expect, test } from 'vitest'
import { batchesOf, type Concern } from './batches.ts'

function concern(name: string, ...checks: string[]): Concern {
  return { fault: { name, summary: '' }, claimed: [], checks: new Set(checks) }
}

const names = (batches: readonly (readonly Concern[])[]): string[][] =>
  batches.map((batch) => batch.map(({ fault }) => fault.name))

test('faults that concern different checks share a batch, the largest first', () => {
  const batches = batchesOf([concern('small', 'a'), concern('large', 'b', 'c'), concern('other', 'd')])

  expect(names(batches)).toEqual([['large', 'small', 'other']])
})

test('faults that concern the same check do not', () => {
  const batches = batchesOf([concern('one', 'a', 'b'), concern('two', 'b', 'c'), concern('three', 'd')])

  expect(names(batches)).toEqual([['one', 'three'], ['two']])
})

test('a fault that concerns nothing is tried as well', () => {
  expect(names(batchesOf([concern('nothing')]))).toEqual([['nothing']])
})
