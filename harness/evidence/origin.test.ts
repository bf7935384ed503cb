import { expect, test } from 'vitest'
import type { Assertion, TimelineEntry } from '../events.ts'
import { isInRecord, leavesOf, originsOf, type Records, SearchableRecords } from './origin.ts'

const response = (status: number, body = ''): object => ({ response: { status, headers: {}, body } })
const request = (atMs: number, status: number, body?: string): TimelineEntry => ({
  atMs,
  source: 'harness',
  kind: 'request',
  what: `GET / → ${status}`,
  check: 'a/b',
  data: response(status, body),
})
const records: Records = {
  timeline: [
    request(1, 401),
    { atMs: 2, source: 'webhook', kind: 'asked', what: 'POST /authorize', data: { user: 'alice' } },
    request(3, 201, '{"status":{"username":"alice \\"a\\""}}'),
    { atMs: 4, source: 'apiserver', kind: 'exit', what: 'exit code 1' },
  ],
  texts: new Map([
    ['start.json', '{"outcome":"refused","exitCode":1}'],
    ['output.txt', 'the flag --behave is refused'],
  ]),
}
const comparisonOf = (matcher: string, actual: unknown, expected?: unknown): Assertion => ({
  matcher,
  actual,
  expected,
  passed: true,
})
const searchableRecords = (): SearchableRecords =>
  new SearchableRecords(
    records,
    records.timeline.map((entry) => JSON.stringify(entry)),
    'a/b',
  )

test.for([
  ['a status', comparisonOf('toBe', 401, 401), ['timeline 0 /data/response/status']],
  [
    'the latest request of the check itself',
    comparisonOf('toBe', 'alice'),
    ['timeline 2 /data/response/body'],
  ],
  [
    'a word that stands for a status',
    comparisonOf('toBe', 'turned away'),
    ['timeline 0 /data/response/status'],
  ],
  [
    'the result of a start',
    comparisonOf('toMatchObject', { outcome: 'refused', stderr: 'x' }, { outcome: 'refused' }),
    ['start.json'],
  ],
  ['an exit code', comparisonOf('not.toBe', 1, 0), ['start.json']],
  [
    'a line of the output',
    comparisonOf('toContain', 'the flag --behave is refused', '--behave'),
    ['output.txt 9'],
  ],
  ['a quoted text', comparisonOf('toBe', 'alice "a"'), ['timeline 2 /data/response/body']],
] as const)('originsOf returns the record of %s', ([, comparison, origins]) => {
  expect(originsOf(comparison, searchableRecords())).toEqual(origins)
  const leaves = leavesOf(comparison) ?? []
  expect(leaves.map((leaf, at) => isInRecord(leaf, origins[at] ?? '', records))).toEqual(
    leaves.map(() => true),
  )
})

test.for([
  ['a boolean', true],
  ['an object with a boolean', { status: 401, isKnown: true }],
  ['an empty list', []],
  ['a small number', 3],
  ['a value that was never seen', 'bob'],
  ['null', null],
] as const)('originsOf returns no record for %s', ([, actual]) => {
  expect(originsOf(comparisonOf('toEqual', actual), searchableRecords())).toBeUndefined()
})

test('a changed record no longer contains the value', () => {
  const changedRecords = { ...records, timeline: records.timeline.with(0, request(1, 201)) }

  expect(isInRecord(401, 'timeline 0 /data/response/status', records)).toBe(true)
  expect(isInRecord(401, 'timeline 0 /data/response/status', changedRecords)).toBe(false)
  expect(isInRecord(401, 'timeline 9 /data/response/status', records)).toBe(false)
  expect(isInRecord('ready', 'missing.txt', records)).toBe(false)
})
