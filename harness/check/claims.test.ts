import { expect, test } from 'vitest'
import { caseOf, Claims, formerly, seeing } from './claims.ts'

test('claimed faults are collected in the order of the calls', () => {
  const claims = new Claims('a.rule/a-check')
  claims.sees('one', 'two')
  claims.sees('three')

  expect(claims.faults).toEqual(['one', 'two', 'three'])
})

test('a check that claims a fault twice is an error', () => {
  const claims = new Claims('a.rule/a-check')
  claims.sees('one')

  expect(() => claims.sees('two', 'one')).toThrow('a.rule/a-check claims the fault one twice: name it once.')
})

test('a case made by `seeing` has its value and the faults that its check detects', () => {
  const seenCase = seeing(['one'], { path: 'a' })

  expect(seenCase.faults).toEqual(['one'])
  expect(seenCase.value).toEqual({ path: 'a' })
})

test('a case with changed words keeps its id, its faults and its value', () => {
  expect(caseOf(formerly('the old words', seeing(['one'], 7)))).toEqual({
    id: 'the old words',
    faults: ['one'],
    value: 7,
  })
  expect(caseOf(7)).toEqual({ id: undefined, faults: [], value: 7 })
})
