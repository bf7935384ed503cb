import { nat } from 'fast-check'
import { expect, test } from 'vitest'
import { currentCheck } from '../check/context.ts'
import { asCheck } from '../testing/fake-check.ts'
import { type ComparisonResult, type ComparedArea, compareMany } from './compare-many.ts'

/** Returns an area of numbers. The first implementation refuses numbers from 900 on, and the second from `limit` on. */
function numbersBelow(limit: number, known: readonly string[] = []): ComparedArea<number> {
  return {
    id: 'of.a.test',
    cases: nat(1_000),
    regressions: {},
    regressionsFile: 'kept.ts',
    perStart: 10,
    requests: () => 1,
    coverage: () => [],
    coverable: [],
    aboutOf: (one) => (one < 10 ? 'a digit' : 'a number'),
    judge: async (cases) => {
      const isSecond = currentCheck().settings.target.name === 'second'
      const firstLimit = isSecond ? limit : 900
      return cases.map((one) => ({
        disagreements: [],
        outcome: one < firstLimit ? 'ready' : 'refused',
        ...(isSecond && { deviations: known }),
      }))
    },
  }
}

/** Returns the comparison that a check observed, and its failure. */
function compareArea(area: ComparedArea<number>) {
  return asCheck(
    async (check) => {
      const failure = await compareMany(area, 300).catch((error: unknown) => String(error))
      return { failure, value: check.record.observations[0]?.value as ComparisonResult }
    },
    { against: 'second' },
  )
}

test('a comparison of two implementations that behave alike has no differences', async () => {
  const { failure, value } = await compareArea(numbersBelow(900))

  expect(failure).toBeUndefined()
  expect(value).toMatchObject({ seed: 1, cases: 300, differences: [] })
})

test('each kind of difference is reported with its smallest case, and fails the check', async () => {
  const { failure, value } = await compareArea(numbersBelow(500))

  expect(value.differences).toMatchObject([
    { about: 'a number', outcomes: ['ready', 'refused'], known: [], smallest: 500 },
  ])
  expect(value.differences[0]?.cases).toBeGreaterThan(1)
  expect(failure).toContain('a number: ready, and refused')
})

test('a difference that a known deviation explains fails no check', async () => {
  const { failure, value } = await compareArea(numbersBelow(500, ['it has a default']))

  expect(failure).toBeUndefined()
  expect(value.differences.map(({ known }) => known)).toEqual([['it has a default']])
})
