import { expect, test } from 'vitest'
import { nanoseconds, normalForm } from './normal-form.ts'

test.each([
  ['1m30s', 90e9],
  ['1.5h', 5400e9],
  ['7ms', 7e6],
  ['0s', 0],
  ['-1s', -1e9],
])('%s is a duration', (text, ns) => {
  expect(nanoseconds(text)).toBe(ns)
})

test.each(['', '90', '1 s', 's'])('"%s" is not a duration', (text) => {
  expect(nanoseconds(text)).toBe(text)
})

test('the normal form has an empty list for null, and member names in lower case', () => {
  expect(normalForm('list of string', null)).toEqual([])
  expect(normalForm('objects', null)).toEqual([])
  expect(normalForm('objects', [{ Name: 'A' }])).toEqual([{ name: 'A' }])
  expect(normalForm('string', 'A')).toBe('A')
  expect(normalForm('bool', undefined)).toBeUndefined()
})
