import { nat } from 'fast-check'
import { expect, test } from 'vitest'
import { asCheck } from '../testing/fake-check.ts'
import type { Area } from './area.ts'
import { judgeMany } from './judge-many.ts'

/** Returns an area whose implementation refuses numbers from `limit` on, and the sizes of its batches. */
function numbersBelow(limit: number): { readonly area: Area<number>; readonly batches: number[] } {
  const batches: number[] = []
  const area: Area<number> = {
    id: 'of.a.test',
    cases: nat(1_000),
    regressions: {},
    regressionsFile: 'kept.ts',
    perStart: 10,
    requests: () => 1,
    coverage: (one) => [one % 2 === 0 ? 'even' : 'odd'],
    coverable: ['even', 'odd', 'other'],
    judge: async (cases) => {
      batches.push(cases.length)
      return cases.map((request) => ({
        disagreements: request < limit ? [] : [{ asked: request, expected: 'ready', actual: 'refused' }],
      }))
    },
  }
  return { area, batches }
}

test('judgeMany tests all cases in batches, and observes their number and coverage', async () => {
  const { area, batches } = numbersBelow(2_000)
  const observations = await asCheck(async (check) => {
    await judgeMany(area, 95, 'numbers')
    return check.record.observations
  })

  expect(batches.reduce((sum, size) => sum + size, 0)).toBe(95)
  expect(Math.max(...batches)).toBe(10)
  const [{ what, value } = { what: '', value: undefined }] = observations
  expect(what).toBe('numbers')
  expect(value).toMatchObject({ seed: 1, cases: 95, visits: { other: 0 } })
})

test('judgeMany stops after a batch with a disagreement, and fails with the shrunk case', async () => {
  const { area, batches } = numbersBelow(900)
  const error = await asCheck(async () => judgeMany(area, 10_000, 'numbers').catch((error: unknown) => error))

  expect(batches.length).toBeLessThan(100)
  expect(String(error)).toContain('of 20 cases disagree')
  expect(String(error)).toMatch(/\n {2}9\d\d\n/)
})
