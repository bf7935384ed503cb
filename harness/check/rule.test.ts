import { fileURLToPath } from 'node:url'
import { expect, test as vitestTest } from 'vitest'
import { cachedCollection } from '../engine/collected.ts'
import { HarnessError } from '../errors.ts'
import { accepts, refuses, rule, says, test } from './rule.ts'

const source = { document: 1, section: 'Limits', rows: ['webhook timeout'] } as const
const stated = { id: 'area.subject.assertion', level: 'MUST', says: 'A sentence.', source } as const

/** Returns the message of the error that a declaration throws. */
function messageOf(declare: () => void): string {
  try {
    declare()
  } catch (thrown) {
    return thrown instanceof HarnessError ? thrown.message : String(thrown)
  }
  return 'nothing was thrown'
}

const nothing = async (): Promise<void> => {}

vitestTest.for([
  ['test', () => test('a title', nothing)],
  ['accepts', () => accepts('a title', nothing)],
  ['refuses', () => refuses('a title', nothing)],
] as const)('%s outside any rule is a fault of the harness', ([, declare]) => {
  expect(messageOf(declare)).toContain('is outside any rule')
})

vitestTest('a sentence outside any rule is a fault of the harness', () => {
  expect(messageOf(() => says('A sentence.'))).toBe('"A sentence." is outside any rule.')
})

vitestTest('rules are declared in files of suites, not within a running test', () => {
  expect(messageOf(() => rule(stated, () => accepts('a value', nothing)))).not.toBe('nothing was thrown')
})

vitestTest('every check of the suites whose title is that of a refusal has a control check', () => {
  const collected = cachedCollection(fileURLToPath(new URL('../../dist/suites', import.meta.url))) ?? []
  const refusals = collected.flatMap(({ check }) => (check?.title.startsWith('refuses ') ? [check] : []))

  expect(refusals.length).toBeGreaterThan(1_000)
  expect(refusals.filter(({ twin }) => twin === undefined)).toEqual([])
})
