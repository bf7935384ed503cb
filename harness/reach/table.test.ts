import { expect, test } from 'vitest'
import { addGoProfile } from './go-coverage.ts'
import { formatRanges, numbersOf, parseRanges } from './ranges.ts'
import { ReachTable } from './table.ts'
import { countsAt } from './v8-coverage.ts'

// As `go tool covdata textfmt` prints it: the second start takes the branch of lines 9 to 11.
const profile = (branch: 0 | 1) => `mode: set
example.test/m/main.go:8.19,9.11 1 1
example.test/m/main.go:9.11,11.3 1 ${branch}
example.test/m/main.go:12.2,12.10 1 1
example.test/m/other.go:3.1,5.2 2 0
`

test('lines of Go profiles are recorded with the checks that used the profiled program start', () => {
  const table = new ReachTable(2)
  addGoProfile(profile(0), 0, table)
  addGoProfile(profile(1), 1, table)

  // Check 0 used both starts, check 1 the first, and check 2 none.
  expect(table.written([[0, 1], [0]])).toEqual({
    sets: ['0-1', '0', ''],
    files: {
      'example.test/m/main.go': [
        ['8-9,12', 0],
        ['10-11', 1],
        ['*', 0],
      ],
      'example.test/m/other.go': [
        ['3-5', 2],
        ['*', 2],
      ],
    },
  })
})

test('the innermost range of V8 determines the count at each offset', () => {
  const ranges = [
    { startOffset: 50, endOffset: 60, count: 3 },
    { startOffset: 0, endOffset: 100, count: 1 },
    { startOffset: 20, endOffset: 40, count: 0 },
    { startOffset: 30, endOffset: 35, count: 2 },
  ]

  expect(countsAt([0, 20, 30, 35, 40, 55, 60, 100], ranges)).toEqual([1, 0, 2, 0, 1, 3, 1, 0])
})

test('formatted ranges are parsed to the same lines', () => {
  expect(formatRanges([1, 2, 3, 7, 9, 10])).toBe('1-3,7,9-10')
  expect(numbersOf(parseRanges('1-3,7,9-10'), 10)).toEqual([1, 2, 3, 7, 9])
  expect([formatRanges([]), parseRanges('')]).toEqual(['', []])
})
