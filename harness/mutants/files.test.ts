import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HarnessError } from '../errors.ts'
import { mutantsIn } from './list.ts'
import { addKillers, writeReached, readReached } from './reach.ts'
import { Results, resultsName } from './results.ts'
import { Triage, triageIn } from './triage.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mutants-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const file = (name: string, ...lines: unknown[]): string => {
  const path = join(folder, name)
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  writeFileSync(path, `${texts.join('\n')}\n`)
  return path
}

describe('a list of mutants', () => {
  test('a list of mutants has an id on each line', () => {
    expect(mutantsIn(file('list', { id: '1', file: 'a.go' }, { id: '2' })).mutants).toEqual([
      { id: '1', file: 'a.go' },
      { id: '2' },
    ])
  })

  test.for([
    ['no JSON', ['{ "id": '], /list:1 is not JSON/],
    ['no id', [{ id: '1' }, { file: 'a.go' }], /list:2 has no id/],
    ['an id with a space', [{ id: '1 2' }], /list:1 has no id/],
    ['one id twice', [{ id: '1' }, { id: '1' }], /has the mutant 1 twice/],
    ['nothing', [], /has no mutants/],
  ] as const)('a list of mutants with %s is refused', ([, lines, message]) => {
    const readList = (): unknown => mutantsIn(file('list', ...lines))
    expect(readList).toThrow(HarnessError)
    expect(readList).toThrow(message)
  })
})

test('readReached returns the mutants that the starts of each check reached', () => {
  const path = join(folder, 'reached')
  const mutants = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
  writeReached(path, {
    of: 'x',
    mutants,
    durations: new Map([
      ['one', 12.4],
      ['two', 3],
      ['none', 1],
    ]),
    uses: [
      { check: 'one', starts: ['s1', 's2'] },
      { check: 'two', starts: ['s2'] },
      { check: 'left out', starts: ['s1'] },
    ],
    starts: new Map([
      ['s1', ['d', 'a']],
      ['s2', ['c', 'c', 'gone']],
    ]),
  })

  expect(readReached(path, mutants)).toEqual({
    recordingId: 'x',
    killers: new Map(),
    checks: [
      { check: 'one', durationMs: 12, reached: new Set([0, 3, 2]) },
      { check: 'two', durationMs: 3, reached: new Set([2]) },
      { check: 'none', durationMs: 1, reached: new Set() },
    ],
  })
})

test('new mutants in a recording of an earlier build are reached by the checks that reach their neighbours', () => {
  const path = join(folder, 'reached')
  const oldMutants = [
    { id: 'a', file: 'a.ts', within: 'f' },
    { id: 'b', file: 'a.ts', within: 'g' },
    { id: 'c', file: 'c.ts', within: 'h' },
  ]
  writeReached(path, {
    of: 'x',
    mutants: oldMutants,
    durations: new Map([
      ['one', 1],
      ['two', 1],
    ]),
    uses: [
      { check: 'one', starts: ['s1'] },
      { check: 'two', starts: ['s2'] },
    ],
    starts: new Map([
      ['s1', ['a']],
      ['s2', ['b', 'c']],
    ]),
  })
  addKillers(
    path,
    oldMutants,
    new Map([
      ['c', 'two'],
      ['a', 'gone'],
    ]),
  )
  const newMutants = [
    { id: 'c', file: 'c.ts', within: 'h' },
    { id: 'new', file: 'a.ts', within: 'g' },
    { id: 'b', file: 'a.ts', within: 'g' },
    { id: 'a', file: 'a.ts', within: 'f' },
    { id: 'newer', file: 'a.ts', within: 'k' },
    { id: 'elsewhere', file: 'e.ts', within: 'k' },
  ]

  const { checks, killers } = readReached(path, newMutants)

  expect(
    Object.fromEntries(checks.map(({ check, reached }) => [check, [...reached].toSorted((a, b) => a - b)])),
  ).toEqual({
    one: [3, 4],
    two: [0, 1, 2, 4],
  })
  expect([...killers]).toEqual([['c', 'two']])
})

describe('stored results', () => {
  const result = { id: 'a', status: 'killed', by: 'x/y', tried: 1, of: 3, ms: 5 } as const

  test('results of an interrupted run are read again, without the incomplete line', () => {
    new Results(folder, 'build 1').add(result)
    appendFileSync(join(folder, resultsName), '{ "id": "b", "sta')

    expect(new Results(folder, 'build 1').all).toEqual([result])
  })

  test('the stored result of a mutant is not final if it survived fewer checks than are to be tried', () => {
    const results = new Results(folder, 'build 1')
    results.add({ id: 'a', status: 'survived', tried: 10, of: 30, ms: 5 })
    results.add({ id: 'b', status: 'survived', tried: 4, of: 4, ms: 5 })

    expect([results.isSettled('a', 10), results.isSettled('a', 11), results.isSettled('b', 11)]).toEqual([
      true,
      false,
      true,
    ])
  })

  test('results of another build are ignored', () => {
    new Results(folder, 'build 1').add(result)

    expect(new Results(folder, 'build 2').isSettled('a', 100)).toBe(false)
  })
})

describe('a triage', () => {
  const mutant = {
    id: '7',
    file: 'a.ts',
    within: 'f',
    mutator: 'StringLiteral',
    from: "'x'",
    to: '""',
    line: 3,
  }

  test('a triage matches a mutant by its id or by common properties', () => {
    const triageEntry = { id: '7', file: 'a.ts', is: 'equal', why: 'it is trimmed' } as const
    const triageEntries = {
      file: 'a.ts',
      within: 'f',
      mutator: 'StringLiteral',
      is: 'invisible',
      why: 'for people',
    } as const

    expect(new Triage([triageEntry, triageEntries]).entryFor(mutant)).toBe(triageEntry)
    expect(new Triage([triageEntry, triageEntries]).entryFor({ ...mutant, id: '8' })).toBe(triageEntries)
    expect(
      new Triage([triageEntry, triageEntries]).entryFor({ ...mutant, id: '8', within: 'g' }),
    ).toBeUndefined()
  })

  test('a triage reports entries that match no mutant', () => {
    const staleEntry = { id: '9', file: 'a.ts', is: 'open', why: 'no check yet' } as const

    expect(new Triage([staleEntry]).staleEntries([mutant])).toEqual([staleEntry])
  })

  test('a triage is read from every file of a folder', () => {
    mkdirSync(join(folder, 'triage'))
    file('triage/a.jsonl', { id: '7', file: 'a.ts', is: 'equal', why: 'it is trimmed' })
    file('triage/b.jsonl', {
      id: '8',
      file: 'b.ts',
      is: 'not-stated',
      row: 'none',
      why: 'no document has it',
    })

    expect(triageIn(join(folder, 'triage')).entries).toHaveLength(2)
    expect(triageIn(join(folder, 'elsewhere')).entries).toEqual([])
  })

  test.for([
    ['an unknown reason', { id: '7', file: 'a.ts', is: 'fine', why: 'x' }],
    ['no reason in words', { id: '7', file: 'a.ts', is: 'equal', why: '' }],
    ['no row', { id: '7', file: 'a.ts', is: 'not-stated', why: 'x' }],
    ['a whole file', { file: 'a.ts', is: 'equal', why: 'x' }],
    ['an unknown field', { id: '7', file: 'a.ts', is: 'equal', why: 'x', because: 'y' }],
  ] as const)('a triage with %s is refused', ([, line]) => {
    expect(() => triageIn(file('t.jsonl', line))).toThrow(/^t.jsonl:1: /)
  })
})
