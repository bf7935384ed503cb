import { expect, test } from 'vitest'
import { isWithin, minorVersionIn, rangeText } from './version-range.ts'

test.each([
  ['Kubernetes v1.34.9', '1.34'],
  ['Kubernetes v1.33.0-rc.1+build', '1.33'],
  ['Kubernetes v1.9', '1.9'],
  ['Kubernetes v1.100.2', '1.100'],
  ['Kubernetes v2', undefined],
  ['Kubernetes version unknown', undefined],
  ['distribution v1.34.9', undefined],
  ['', undefined],
])('the minor version of %j is %s', (text, version) => {
  expect(minorVersionIn(text, 'Kubernetes v')).toBe(version)
})

test.each([
  [{}, true],
  [{ from: '1.34' }, true],
  [{ from: '1.35' }, false],
  [{ from: '1.9' }, true],
  [{ from: '2.0' }, false],
  [{ before: '1.34' }, false],
  [{ before: '1.35' }, true],
  [{ before: '1.100' }, true],
  [{ before: '2.0' }, true],
  [{ from: '1.33', before: '1.35' }, true],
  [{ from: '1.33', before: '1.34' }, false],
  [{ from: '0.90', before: '1.40' }, true],
] as const)('version 1.34 is within %j: %s', (range, within) => {
  expect(isWithin('1.34', range)).toBe(within)
})

test('a range is described in words', () => {
  expect([
    rangeText({ from: '1.34' }),
    rangeText({ before: '1.36' }),
    rangeText({ from: '1.34', before: '1.36' }),
    rangeText({}),
  ]).toEqual(['since 1.34', 'before 1.36', 'from 1.34 on and before 1.36', 'in all versions'])
})
