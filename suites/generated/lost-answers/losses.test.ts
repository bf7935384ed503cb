import { expect, test } from 'vitest'
import { isRequestNumber, losses, possibleLosses } from './losses.ts'

test('each loss is possible once for each request, up to a maximum number of requests', () => {
  const allLosses = possibleLosses(5, Infinity, 1)

  expect(allLosses.map(({ number }) => number)).toEqual(
    [1, 2, 3, 4, 5].flatMap((number) => losses.map(() => number)),
  )
  expect(new Set(allLosses.map(({ number, loss }) => `${number} ${loss}`)).size).toBe(5 * losses.length)
  expect(possibleLosses(100_000, Infinity, 1).length).toBe(60 * losses.length)
})

test('a sample is spread over the requests, has several losses, and depends on the seed alone', () => {
  const sample = possibleLosses(40, 3, 7)

  expect(sample).toEqual(possibleLosses(40, 3, 7))
  expect(sample).not.toEqual(possibleLosses(40, 3, 8))
  expect(new Set(sample.map(({ number }) => number)).size).toBe(3)
  expect(new Set(sample.map(({ loss }) => loss)).size).toBeGreaterThan(1)
  expect(possibleLosses(0, 3, 1)).toEqual([])
})

test('only the request with the given number loses its response', () => {
  const isLost = isRequestNumber(3)

  expect([1, 2, 3, 4, 5].map(() => isLost())).toEqual([false, false, true, false, false])
})
