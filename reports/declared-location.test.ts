import { expect, test } from 'vitest'
import { locationText, fileOfLocation } from './declared-location.ts'

const check = { declaredAt: 'suites/kms/timeout.suite.ts:49' }

test('a check in the file of its rule has one location', () => {
  expect(locationText(check, { declaredAt: 'suites/kms/timeout.suite.ts:40' })).toBe(
    'suites/kms/timeout.suite.ts:49',
  )
})

test('a check of a rule from a table has two locations: its own and the row', () => {
  expect(locationText(check, { declaredAt: 'suites/kms/rows.ts:7' })).toBe(
    'suites/kms/timeout.suite.ts:49, row suites/kms/rows.ts:7',
  )
})

test('a check of a run without locations has no location text', () => {
  expect(locationText({}, {})).toBeUndefined()
  expect(locationText({}, undefined)).toBeUndefined()
})

test('the file of a location is the location without its line', () => {
  expect(fileOfLocation('suites/kms/rows.ts:7')).toBe('suites/kms/rows.ts')
})
