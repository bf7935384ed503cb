import { describe, expect, test } from 'vitest'
import { exitCodeOfRun } from '#harness/cli/line/exit-codes.ts'
import type { StoredRun } from '#harness/run/product.ts'
import { shardOf } from '#harness/engine/shards.ts'
import type { RunEvent } from '#harness/events.ts'
import type { HeaderEvent } from '#harness/header.ts'
import { mergeRuns } from './merge.ts'
import { headerOf, resultOf } from './result.ts'
import { interruptedEvents, sampleEvents } from './testing/sample-run.ts'

const wholeRunEvents = sampleEvents().map(
  (event): RunEvent => (event.type === 'header' ? { ...event, argv: ['run', '--out', 'out'] } : event),
)
const header = headerOf(wholeRunEvents)

/** Returns a shard of the sample. Each rule is treated as a separate suite file. */
function shard(
  index: number,
  of: number,
  more: Partial<HeaderEvent> = {},
  events = wholeRunEvents,
): StoredRun {
  const modules = new Map(header.plan.checks.map(({ id, rule }) => [id, { module: rule }]))
  const plan = shardOf(header.plan, modules, { index, of }, {})
  const shardChecks = new Set(plan.checks.map(({ id }) => id))
  return {
    path: `out/${index}`,
    events: events.flatMap((event): RunEvent[] => {
      if (event.type === 'check' || event.type === 'attempt') return shardChecks.has(event.id) ? [event] : []
      if (event.type === 'footer')
        return [{ ...event, planned: shardChecks.size, reported: shardChecks.size }]
      const argv = ['run', '--shard', `${index}/${of}`, '--out', `out/${index}`]
      return [{ ...event, argv, plan, selection: { shard: { index, of } }, ...more }]
    }),
  }
}

describe('the shards of a run', () => {
  test.for([1, 2, 3])('the shards of a run merge into the result of the whole run, with %i shards', (of) => {
    const shards = Array.from({ length: of }, (_, index) => shard(of - index, of))
    const mergedEvents = mergeRuns(shards, 'out')

    expect(resultOf(mergedEvents)).toEqual(resultOf(wholeRunEvents))
    expect(exitCodeOfRun(mergedEvents)).toBe(exitCodeOfRun(wholeRunEvents))
  })

  test('the shards of a run keep an unstable check of one shard, with both attempts', () => {
    const [first] = shard(1, 2).events.filter((event) => event.type === 'check')
    const events = wholeRunEvents.flatMap((event): RunEvent[] => {
      if (event.type !== 'check' || event.id !== first?.id) return [event]
      const { fingerprint: _none, known: _nor, ...rest } = event
      return [
        { ...rest, type: 'attempt', attempt: 1, verdict: 'broken' },
        { ...rest, type: 'attempt', attempt: 2, verdict: 'held' },
        { ...rest, verdict: 'unstable' },
      ]
    })
    const mergedEvents = mergeRuns([shard(1, 2, {}, events), shard(2, 2, {}, events)], 'out')
    const firstCheckEvents = mergedEvents.filter((event) => 'id' in event && event.id === first?.id)

    expect(firstCheckEvents.map((event) => 'verdict' in event && event.verdict)).toEqual([
      'broken',
      'held',
      'unstable',
    ])
  })

  test('the shards of a run report an entry that matches nothing once, in the order of the file', () => {
    const staleEntries = [10, 9].map((line) => ({
      entry: `known.yaml:${line}: a/b`,
      why: 'there is no such check',
    }))
    const shards = [1, 2].map((index) => {
      const firstShard = shard(index, 2)
      const events = firstShard.events.map(
        (event): RunEvent => (event.type === 'footer' ? { ...event, stale: staleEntries } : event),
      )
      return { ...firstShard, events }
    })

    expect(mergeRuns(shards, 'out').at(-1)).toMatchObject({ stale: staleEntries.toReversed() })
  })

  test('the shards of a run with an interrupted shard merge into an interrupted run', () => {
    const mergedEvents = mergeRuns([shard(1, 2), shard(2, 2, {}, interruptedEvents(9))], 'out')

    expect(exitCodeOfRun(mergedEvents)).toBe(130)
  })
})

describe('runs are not merged', () => {
  test.for<[string, () => StoredRun[], string]>([
    ['if one is missing', () => [shard(1, 3), shard(3, 3)], 'Shard 2 of 3 is missing; there is 1, 3.'],
    ['if one is given twice', () => [shard(1, 2), shard(2, 2), shard(2, 2)], 'Shard 2 of 2 is there twice'],
    [
      'if one is not a shard',
      () => [shard(1, 2), { path: 'out/w', events: wholeRunEvents }],
      'out/w is no shard',
    ],
    [
      'of different suites',
      () => [shard(1, 2), shard(2, 2, { suiteDigest: 'x' })],
      'they have different suites',
    ],
    [
      'of different targets',
      () => [shard(1, 2), shard(2, 2, { target: { ...header.target, name: 'other' } })],
      'they have different targets',
    ],
    [
      'with different seeds',
      () => [shard(1, 2), shard(2, 2, { seed: 7 })],
      'they have different seeds: 42 and 7',
    ],
    [
      'with different baselines',
      () => [shard(1, 2), shard(2, 2, { baseline: { file: 'b', digest: 'd', entries: 0 } })],
      'they have different baselines',
    ],
    [
      'of runs with different numbers of shards',
      () => [shard(1, 2), shard(2, 3)],
      'different numbers of shards: 2 and 3',
    ],
  ])('runs are not merged %s', ([, shards, message]) => {
    expect(() => mergeRuns(shards(), 'out')).toThrow(message)
  })
})

test('the same program in another folder is the same target', () => {
  const programs = header.target.programs.map((one) => ({
    ...one,
    command: one.command.map((word) => `/elsewhere/${word}`),
  }))
  const movedShard = shard(2, 2, { target: { ...header.target, programs } })

  expect(() => mergeRuns([shard(1, 2), movedShard], 'out')).not.toThrow()
})
