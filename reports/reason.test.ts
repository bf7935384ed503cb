import { expect, test } from 'vitest'
import { reasonOf } from './reason.ts'

const addedFlagsText = 'The command of programs.apiserver started its program with flags of its own: --v=4'
const repeatedReason = 'expected 401 to be 201'

test('a reason that repeats the values is shown without the values, but with the flags that a command added', () => {
  const values = { expected: 201, actual: 401 }

  expect(reasonOf({ ...values, reason: repeatedReason })).toBeUndefined()
  expect(reasonOf({ ...values, reason: `${repeatedReason}\n${addedFlagsText}` })).toBe(addedFlagsText)
  expect(reasonOf({ ...values, reason: `The start was refused.\n${addedFlagsText}` })).toBe(
    `The start was refused.\n${addedFlagsText}`,
  )
  expect(reasonOf({ ...values, reason: null })).toBeUndefined()
})

test('a reason without values is shown completely', () => {
  expect(reasonOf({ expected: null, actual: null, reason: repeatedReason })).toBe(repeatedReason)
})
