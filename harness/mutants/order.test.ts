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
  order.of(mutants.find((one) => one.id === id) ?? { id }).map(({ check }) => check)

test('checks that run most of the file of a mutant in the least time come first', () => {
  expect(checkNames(new Order(mutants, { of: '', checks, killers: new Map() }), 'b')).toEqual([
    'quick',
    'starts',
    'slow',
  ])
})

test('only checks that reach the mutant are tried', () => {
  expect(checkNames(new Order(mutants, { of: '', checks, killers: new Map() }), 'a')).toEqual([
    'quick',
    'slow',
  ])
})

test('a check that killed a mutant of the same declaration or file comes before other checks', () => {
  const order = new Order(mutants, { of: '', checks, killers: new Map() })
  order.killed({ id: 'x', file: 'tokens.ts', within: 'read' }, 'starts')
  expect(checkNames(order, 'b')).toEqual(['starts', 'quick', 'slow'])

  order.killed({ id: 'y', file: 'tokens.ts', within: 'write' }, 'slow')
  expect(checkNames(order, 'b')).toEqual(['slow', 'starts', 'quick'])
})

test('a mutant that is not in the list is reached by no check', () => {
  expect(checkNames(new Order(mutants, { of: '', checks, killers: new Map() }), 'z')).toEqual([])
})

test('the check that killed the mutant before comes first', () => {
  const order = new Order(mutants, { of: '', checks, killers: new Map([['b', 'starts']]) })
  order.killed({ id: 'y', file: 'tokens.ts', within: 'write' }, 'slow')

  expect(checkNames(order, 'b')).toEqual(['starts', 'slow', 'quick'])
})
