import { array, constantFrom, nat, record } from 'fast-check'
import { expect, test } from 'vitest'
import { drawCase } from './draw-case.ts'
import { smallestCompanions, smallestCase } from './smallest.ts'

const cases = record(
  {
    name: constantFrom('plain', 'other', 'third'),
    list: array(nat(99), { minLength: 5, maxLength: 20, size: 'max' }),
  },
  { requiredKeys: ['list'] },
).map((drawnCase) => ({ ...drawnCase, isResolved: true }))
const firstValue = drawCase(cases, { seed: 3, area: 'smallest', index: 0 })
const isBad = ({ list }: { readonly list: readonly number[] }): boolean => list.some((one) => one > 40)

test('a failing case shrinks to the relevant part, with a similar case that does not fail', async () => {
  let starts = 0
  const smallestFound = await smallestCase(
    cases,
    firstValue,
    async (candidates) => {
      starts += 1
      return candidates.map(isBad)
    },
    { starts: 20, perStart: 60 },
  )

  expect(smallestFound.value.list.filter((one) => one > 40)).toEqual([41])
  expect(smallestFound.value.list.length).toBeLessThan(8)
  expect(smallestFound.twin === undefined ? true : isBad(smallestFound.twin)).toBe(false)
  expect(starts).toBe(smallestFound.starts)
  expect(starts).toBeLessThanOrEqual(20)
})

test('smallestCase uses no more starts than its budget', async () => {
  const smallestFound = await smallestCase(cases, firstValue, async (candidates) => candidates.map(isBad), {
    starts: 3,
    perStart: 2,
  })

  expect(smallestFound.starts).toBe(3)
})

test('smallestCompanions keeps only the companions that the failure needs', async () => {
  const companions = Array.from({ length: 60 }, (_, index) => index)
  const isBadTogether = async (numbers: readonly number[]): Promise<boolean> =>
    numbers.includes(17) && numbers.includes(42)

  expect((await smallestCompanions(companions, isBadTogether, 60)).companions).toEqual([17, 42])
})

test('smallestCompanions keeps fewer companions even if only their number matters', async () => {
  const companions = Array.from({ length: 60 }, (_, index) => index)

  expect(
    (await smallestCompanions(companions, async (numbers) => numbers.length >= 8, 18)).companions.length,
  ).toBeLessThan(20)
})
