import { expect, test } from 'vitest'
import type { Plan, PlannedCheck } from '../catalogue.ts'
import { shardOf } from './shards.ts'

// Three files: `long` with the twin of a check in `short`, and `middle`.
const files: Readonly<Record<string, readonly string[]>> = {
  long: ['long/twin', 'long/second'],
  middle: ['middle/first', 'middle/second'],
  short: ['short/refuses'],
}
const checks: readonly PlannedCheck[] = Object.values(files)
  .flat()
  .map((id) => ({ id, rule: id, title: id, ...(id === 'short/refuses' && { twin: 'long/twin' }) }))
const wholePlan: Plan = { rules: [], checks, profiles: [], outOfScope: [] }
const collectedById = new Map(
  Object.entries(files).flatMap(([module, ids]) => ids.map((id) => [id, { module }] as const)),
)
const durations = { long: 9_000, middle: 5_000, short: 3_000 }
const planOfShard = (index: number, of: number): Plan =>
  shardOf(wholePlan, collectedById, { index, of }, durations)
const ids = ({ checks: plannedChecks }: Plan): string[] => plannedChecks.map(({ id }) => id)

test('the longest files come first, and shards take equally long', () => {
  expect(ids(planOfShard(1, 2))).toEqual(['long/twin', 'long/second'])
  expect(ids(planOfShard(2, 2))).toEqual(['long/twin', 'middle/first', 'middle/second', 'short/refuses'])
})

test('a twin in another shard is borrowed, and every other check runs once', () => {
  const parts = [1, 2, 3].map((index) => planOfShard(index, 3))
  const ownIds = parts.flatMap((one) => ids(one).filter((id) => !one.shardOf?.borrowed.includes(id)))

  expect(parts.map((one) => one.shardOf?.borrowed)).toEqual([[], [], ['long/twin']])
  expect(ownIds.toSorted()).toEqual(ids(wholePlan).toSorted())
})

test('every shard contains the plan of the whole run', () => {
  expect(planOfShard(1, 2).shardOf).toMatchObject({ checks: ids(wholePlan), rules: [] })
})

test('files without a duration are weighted by their checks', () => {
  const planWithoutDurations = shardOf(wholePlan, collectedById, { index: 2, of: 2 }, {})

  expect(ids(planWithoutDurations)).toEqual(['middle/first', 'middle/second'])
})

test('more shards than files are rejected', () => {
  expect(() => planOfShard(1, 4)).toThrow(
    '--shard 1/4: a suite file goes to one shard as a whole, and 3 are selected',
  )
})
