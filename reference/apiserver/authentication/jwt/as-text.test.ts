import { expect, test } from 'vitest'
import { claimText } from './as-text.ts'

test.each([
  ['dev', 'dev'],
  [7, '7'],
  [7n, '7'],
  [[1n, 'dev'], '[1,"dev"]'],
  [undefined, 'null'],
])('the string of %s is %s', (value, text) => {
  expect(claimText(value)).toBe(text)
})
