import { expect, test } from 'vitest'
import type { Rule } from '../catalogue.ts'
import type { Collected } from '../engine/collected.ts'
import { catalogueOf } from '../engine/plan.ts'
import { claimsOf, matrixOf } from './matrix.ts'

function collectedCheck(rule: string, title: string, ...sees: string[]): Collected {
  const statedRule: Rule = {
    id: rule,
    level: 'MUST',
    says: '',
    program: 'apiserver',
    profile: 'apiserver-configuration',
    judgedBy: 'behaviour',
    source: { document: 1, section: 's', rows: ['r'] },
  }
  const id = `${rule}/${title}`
  return { id, module: 'a.suite.js', rule: statedRule, check: { id, rule, title }, sees }
}

const catalogue = catalogueOf([
  collectedCheck('a.rule', 'one', 'known'),
  collectedCheck('a.rule', 'two', 'known', 'misspelt'),
  collectedCheck('another.rule', 'one', 'of-another'),
])

test('a fault is claimed by every check that detects it', () => {
  expect(Object.fromEntries(claimsOf(catalogue))).toEqual({
    known: ['a.rule/one', 'a.rule/two'],
    misspelt: ['a.rule/two'],
    'of-another': ['another.rule/one'],
  })
  expect([...claimsOf(catalogue, new Set(['another.rule'])).keys()]).toEqual(['of-another'])
})

test('matrixOf reports a claim of a fault that the reference does not have once, for the selected rules', () => {
  const selectedChecks = [...catalogue.checks.values()].filter((check) => check.rule === 'a.rule')
  const knownFault = { id: 'known', program: 'apiserver', name: 'known', summary: '' } as const
  const { unknownFaults } = matrixOf(catalogue, selectedChecks, [], [knownFault], false)

  expect(unknownFaults).toEqual(['misspelt'])
})
