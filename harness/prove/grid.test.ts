import { expect, test } from 'vitest'
import type { CheckEvent } from '../events.ts'
import type { Trial } from './batches.ts'
import { faultNamed } from '../testing/faults.ts'
import { gridsOf, rowFromLines } from './grid.ts'
import type { Settled } from './settled.ts'

const names = Array.from({ length: 10 }, (_, index) => `f${index}`)
const checks = new Set(names.map((name) => `check-of-${name}`))
const trials: Trial[] = names.map((name) => ({
  fault: faultNamed(name),
  claimed: [`check-of-${name}`],
  checks,
}))

/** What the checks come to when each fault breaks what it is said to. */
function settledUnder(on: readonly Trial[], breaks: Readonly<Record<string, readonly string[]>>): Settled[] {
  const broken = new Set(on.flatMap(({ fault, claimed }) => breaks[fault.id] ?? claimed))
  return [...checks].map((id) => {
    const check: CheckEvent = {
      type: 'check',
      id,
      rule: 'some.rule',
      startedAtMs: 0,
      durationMs: 1,
      assertions: [],
      observations: [],
      launches: [],
      verdict: broken.has(id) ? 'broken' : 'held',
    }
    return { check, outDir: '' }
  })
}

/** The faults that the grid settles, when faults break what they are said to. */
function settledBy(breaks: Readonly<Record<string, readonly string[]>>): string[] {
  const [grid] = gridsOf(trials).grids
  const lines = (grid?.lines ?? []).map((line) => ({ trials: line, settled: settledUnder(line, breaks) }))
  return trials.flatMap((trial) => {
    const row = rowFromLines(
      trial,
      lines.filter((line) => line.trials.includes(trial)),
    )
    return row?.exact ? [row.fault] : []
  })
}

test('each fault stands in one row and one column, and two faults never share both', () => {
  const [grid] = gridsOf(trials).grids
  const linesOf = (trial: Trial) => grid?.lines.filter((line) => line.includes(trial)) ?? []

  for (const one of trials) {
    expect(linesOf(one)).toHaveLength(2)
    for (const other of trials)
      expect(linesOf(one).filter((line) => line.includes(other)).length).toBeLessThan(other === one ? 3 : 2)
  }
})

test('faults that break exactly what they claim are settled', () => {
  expect(settledBy({})).toEqual(names)
})

test('a fault that breaks what another claims is not settled, nor is one that breaks nothing, nor who shares a line with it', () => {
  const settled = settledBy({ f0: ['check-of-f0', 'check-of-f1'], f9: [] })

  expect(settled).not.toContain('f0')
  expect(settled).not.toContain('f9')
  expect(settled).toEqual(['f2', 'f3', 'f6', 'f7'])
})

test('two faults that do the work of each other are not settled', () => {
  const settled = settledBy({ f0: ['check-of-f1'], f1: ['check-of-f0'] })

  expect(settled).not.toContain('f0')
  expect(settled).not.toContain('f1')
})

test('few faults, those that touch other checks and those that claim the same stay out', () => {
  const other: Trial = { fault: faultNamed('other'), claimed: ['x'], checks: new Set(['x']) }
  const same: Trial = { fault: faultNamed('same'), claimed: ['check-of-f0'], checks }

  expect(gridsOf(trials.slice(0, 8))).toEqual({ grids: [], rest: trials.slice(0, 8) })
  expect(gridsOf([...trials, other, same]).rest).toEqual([other, same])
})
