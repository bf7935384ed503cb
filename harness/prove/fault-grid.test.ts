import { expect, test } from 'vitest'
import type { CheckEvent } from '../events.ts'
import type { Trial } from './batches.ts'
import { faultNamed } from '../testing/faults.ts'
import { faultGrids, lineOf, canAffectOthers, rowOfLines } from './fault-grid.ts'
import type { ConclusiveResult } from './conclusive-run.ts'

const names = Array.from({ length: 10 }, (_, index) => `f${index}`)
const checks = new Set(names.map((name) => `check-of-${name}`))
const trials: Trial[] = names.map((name) => ({
  fault: faultNamed(name),
  claimed: [`check-of-${name}`],
  checks,
}))

const namesOf = (namedTrials: readonly Trial[]): string[] => namedTrials.map(({ fault }) => fault.id)

/** Returns the results of the checks if each fault breaks the given checks. */
function resultsUnder(
  on: readonly Trial[],
  breaks: Readonly<Record<string, readonly string[]>>,
): ConclusiveResult[] {
  const brokenChecks = new Set(on.flatMap(({ fault, claimed }) => breaks[fault.id] ?? claimed))
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
      verdict: brokenChecks.has(id) ? 'broken' : 'held',
    }
    return { check, outDir: '' }
  })
}

/** Returns the faults that the grid proves, if the faults break the given checks. */
function provenFaultsOf(breaks: Readonly<Record<string, readonly string[]>>): string[] {
  const [grid] = faultGrids(trials).grids
  const lines = (grid?.lines ?? []).map((line) => lineOf(line, resultsUnder(line, breaks)))
  return trials.flatMap((trial) => {
    const row = rowOfLines(trial, lines)
    return row?.exact ? [row.fault] : []
  })
}

test('each fault is in one row and one column, and no two faults share both', () => {
  const [grid] = faultGrids(trials).grids
  const linesOf = (trial: Trial) => grid?.lines.filter((line) => line.includes(trial)) ?? []

  for (const trial of trials) {
    expect(linesOf(trial)).toHaveLength(2)
    for (const otherTrial of trials)
      expect(linesOf(trial).filter((line) => line.includes(otherTrial)).length).toBeLessThan(
        otherTrial === trial ? 3 : 2,
      )
  }
})

test('a fault is proven if it breaks exactly the checks that claim to detect it', () => {
  expect(provenFaultsOf({})).toEqual(names)
})

test('a fault is not proven if it breaks a check of another fault, or no check', () => {
  const provenFaults = provenFaultsOf({ f0: ['check-of-f0', 'check-of-f1'], f9: [] })

  expect(provenFaults).toEqual(names.filter((name) => name !== 'f0' && name !== 'f9'))
})

test('a fault that prevents every verdict leaves only the faults of its lines unproven, and canAffectOthers identifies it', () => {
  const [grid] = faultGrids(trials).grids
  const lines = (grid?.lines ?? []).map((line) => {
    const results = resultsUnder(line, {}).map(({ check, outDir }) => ({
      check: line.some(({ fault }) => fault.id === 'f4') ? { ...check, verdict: 'crashed' as const } : check,
      outDir,
    }))
    return lineOf(line, results)
  })

  const openTrials = trials.filter((trial) => rowOfLines(trial, lines) === undefined)
  expect(namesOf(openTrials)).toEqual(['f0', 'f4', 'f5', 'f6', 'f7', 'f8'])
  expect(namesOf(openTrials.filter((trial) => canAffectOthers(trial, lines)))).toEqual(['f4'])
})

test('two faults that break the checks of each other are not proven', () => {
  const provenFaults = provenFaultsOf({ f0: ['check-of-f1'], f1: ['check-of-f0'] })

  expect(provenFaults).not.toContain('f0')
  expect(provenFaults).not.toContain('f1')
})

test('a grid excludes small groups, faults that touch other checks, and faults with the same claim', () => {
  const otherTrial: Trial = { fault: faultNamed('other'), claimed: ['x'], checks: new Set(['x']) }
  const sameTrial: Trial = { fault: faultNamed('same'), claimed: ['check-of-f0'], checks }

  expect(faultGrids(trials.slice(0, 8))).toEqual({ grids: [], rest: trials.slice(0, 8) })
  expect(faultGrids([...trials, otherTrial, sameTrial]).rest).toEqual([otherTrial, sameTrial])
})
