import { expect, test } from 'vitest'
import { faultNamed } from '../testing/faults.ts'
import { batchesOf, type Trial } from './batches.ts'

function trialNamed(name: string, ...checks: string[]): Trial {
  return { fault: faultNamed(name), claimed: [], checks: new Set(checks) }
}

const names = (batches: readonly (readonly Trial[])[]): string[][] =>
  batches.map((batch) => batch.map(({ fault }) => fault.id))

test('faults that touch different checks share a batch, the largest first', () => {
  const batches = batchesOf([
    trialNamed('small', 'a'),
    trialNamed('large', 'b', 'c'),
    trialNamed('other', 'd'),
  ])

  expect(names(batches)).toEqual([['large', 'small', 'other']])
})

test('faults that touch the same check do not share a batch', () => {
  const batches = batchesOf([
    trialNamed('one', 'a', 'b'),
    trialNamed('two', 'b', 'c'),
    trialNamed('three', 'd'),
  ])

  expect(names(batches)).toEqual([['one', 'three'], ['two']])
})

test('a fault that touches no check also has a batch', () => {
  expect(names(batchesOf([trialNamed('nothing')]))).toEqual([['nothing']])
})
