import { expect, test } from 'vitest'
import { Order } from './order.ts'

const mutants = [
  { id: 'a', file: 'tokens.ts', within: 'read' },
  { id: 'b', file: 'tokens.ts', within: 'write' },
  { id: 'c', file: 'flags.ts', within: 'parse' },
]
const checkReach = (check: string, durationMs: number, ...reached: number[]) => ({
  check,
  durationMs,
  reached: new Set(reached),
})
const checks = [
  checkReach('starts', 5, 1, 2),
  checkReach('slow', 900, 0, 1, 2),
  checkReach('quick', 100, 0, 1, 2),
  checkReach('elsewhere', 1, 2),
]
const checkNames = (order: Order, id: string): string[] =>
  order.checksFor(mutants.find((one) => one.id === id) ?? { id }).map(({ check }) => check)

test('checks that run most of the file of a mutant for the time they take come first', () => {
  expect(checkNames(new Order(mutants, { recordingId: '', checks, killers: new Map() }), 'b')).toEqual([
    'quick',
    'starts',
    'slow',
  ])
})

test('only checks that reach the mutant are tried', () => {
  expect(checkNames(new Order(mutants, { recordingId: '', checks, killers: new Map() }), 'a')).toEqual([
    'quick',
    'slow',
  ])
})

test('a check that killed a mutant of the same declaration or file comes before other checks', () => {
  const order = new Order(mutants, { recordingId: '', checks, killers: new Map() })
  order.recordKill({ id: 'x', file: 'tokens.ts', within: 'read' }, 'starts')
  expect(checkNames(order, 'b')).toEqual(['starts', 'quick', 'slow'])

  order.recordKill({ id: 'y', file: 'tokens.ts', within: 'write' }, 'slow')
  expect(checkNames(order, 'b')).toEqual(['slow', 'starts', 'quick'])
})

test('a mutant that is not in the list is reached by no check', () => {
  expect(checkNames(new Order(mutants, { recordingId: '', checks, killers: new Map() }), 'z')).toEqual([])
})

test('the check that killed the mutant before comes first', () => {
  const order = new Order(mutants, { recordingId: '', checks, killers: new Map([['b', 'starts']]) })
  order.recordKill({ id: 'y', file: 'tokens.ts', within: 'write' }, 'slow')

  expect(checkNames(order, 'b')).toEqual(['starts', 'slow', 'quick'])
})

test('a check that runs code that few checks reach comes before faster checks', () => {
  const manyChecks = Array.from({ length: 9 }, (_, number) => checkReach(`start ${number}`, 100, 1))
  const order = new Order(mutants, {
    recordingId: '',
    checks: [...manyChecks, checkReach('specific', 2_000, 0, 1)],
    killers: new Map(),
  })
  expect(checkNames(order, 'b')[0]).toBe('specific')
})

test('checks that run the same part of a file take turns with those that run another part', () => {
  const sameChecks = [1, 2, 3].map((number) => checkReach(`same ${number}`, 100 * number, 0, 1))
  const order = new Order(mutants, {
    recordingId: '',
    checks: [...sameChecks, checkReach('other', 100, 1)],
    killers: new Map(),
  })
  expect(checkNames(order, 'b')).toEqual(['same 1', 'same 2', 'other', 'same 3'])
})

test('a check whose id has words of the mutant comes before checks of the same coverage', () => {
  const sameChecks = ['tokens.times/late', 'tokens.prefixes/of-users', 'tokens.audiences/of-others'].map(
    (check) => checkReach(check, 100, 0),
  )
  const prefixMutant = { id: 'a', file: 'tokens.ts', within: 'withPrefix', from: "prefix === ''" }
  const order = new Order([prefixMutant], { recordingId: '', checks: sameChecks, killers: new Map() })
  expect(order.checksFor(prefixMutant)[0]?.check).toBe('tokens.prefixes/of-users')
})
