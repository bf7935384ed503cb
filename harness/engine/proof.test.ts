import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Rule } from '../catalogue.ts'
import { faultsOf, proofIn, withProofs } from './proof.ts'

const rule: Rule = {
  id: 'a.rule',
  level: 'MUST',
  says: '',
  program: 'apiserver',
  profile: 'apiserver-configuration',
  judgedBy: 'behaviour',
  source: { document: 1, section: 's', rows: ['r'] },
}

function makeSuites(proof: string): string {
  const suites = mkdtempSync(join(tmpdir(), 'proof-'))
  mkdirSync(join(suites, 'area'))
  writeFileSync(join(suites, 'area', 'proof.json'), proof)
  return suites
}

test('a check detects the faults that it names and its faults in the proof of the folder', () => {
  const suites = makeSuites('{ "a.rule/one": ["b", "own"], "a.rule/other": ["c"] }')
  const check = { id: 'a.rule/one', rule: 'a.rule', title: 'one' }
  const [one, other] = withProofs(suites, [
    { id: '1', module: 'area/a.suite.js', rule, check, sees: ['own'] },
    { id: '2', module: 'b.suite.js', rule, check },
  ])

  expect(faultsOf(one ?? {})).toEqual(['own', 'b'])
  expect(faultsOf(other ?? {})).toEqual([])
})

test('a proof that is not JSON is reported', () => {
  const suites = makeSuites('{')

  expect(() => proofIn(join(suites, 'area'))).toThrow(join(suites, 'area', 'proof.json'))
})
