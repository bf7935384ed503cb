import { expect, test } from 'vitest'
import { evenSample, shareOf } from './shares.ts'

const numbers = Array.from({ length: 23 }, (_, at) => at)

test('the shares of a list contain each entry once, in order', () => {
  const shares = [1, 2, 3, 4, 5].map((index) => shareOf(numbers, { index, of: 5 }))

  expect(shares.flat()).toEqual(numbers)
  expect(shares.map((share) => share.length)).toEqual([5, 4, 5, 4, 5])
})

test('entries are omitted evenly from a list that is longer than the maximum', () => {
  expect(evenSample(numbers, 4)).toEqual([5, 11, 17, 22])
  expect(evenSample(numbers, 23)).toEqual(numbers)
})
