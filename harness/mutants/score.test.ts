import { expect, test } from 'vitest'
import { scoreOf, scoreText, killedShare } from './score.ts'
import { Triage } from './triage.ts'

const mutants = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id, file: 'a.ts', line: 1 }))
const result = (id: string, status: 'killed' | 'survived' | 'not-reached') => ({
  id,
  status,
  tried: 1,
  of: 2,
  ms: 1,
})
const triage = new Triage([
  { id: 'c', file: 'a.ts', is: 'equal', why: 'the same' },
  { id: 'd', file: 'a.ts', is: 'not-stated', row: 'none', why: 'free' },
  { id: 'b', file: 'a.ts', is: 'invisible', why: 'for people' },
])
const score = scoreOf({
  mutants,
  results: [
    result('a', 'killed'),
    result('b', 'killed'),
    result('c', 'survived'),
    result('d', 'not-reached'),
    result('e', 'survived'),
  ],
  triage,
  sectionOf: (id) => (id === 'a' ? 'document 1, KMS' : 'document 3, Serving'),
})

test('the score counts mutants by result and by triage', () => {
  expect(score.all).toEqual({
    judged: 5,
    killed: 2,
    triaged: { equal: 1, invisible: 0, 'not-stated': 1, open: 0 },
    survived: 1,
    notReached: 0,
  })
  expect(score.sections['document 1, KMS']).toMatchObject({ judged: 1, killed: 1 })
})

test('the share excludes only mutants that no check can detect', () => {
  expect(killedShare(score.all)).toBe(2 / 4)
})

test('the score lists open mutants and wrong entries of the triage', () => {
  expect(scoreText(score)).toBe(`SURVIVED 1 of 2 checks  e  a.ts:1
KILLED although the triage has it  b
100.0 % killed: 1 of 1  document 1, KMS
 33.3 % killed: 1 of 4, 1 equal, 1 not-stated, 1 survived  document 3, Serving
 50.0 % killed: 2 of 5, 1 equal, 1 not-stated, 1 survived  in all, of 6 mutants
`)
})
