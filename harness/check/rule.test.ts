import { fileURLToPath } from 'node:url'
import { expect, test as vitestTest } from 'vitest'
import { readCollection } from '../engine/collected.ts'
import { HarnessError } from '../errors.ts'
import { accepts, refuses, rule, says, test } from './rule.ts'

const source = { document: 1, section: 'Limits', rows: ['webhook timeout'] } as const
const statedRule = { id: 'area.subject.assertion', level: 'MUST', says: 'A sentence.', source } as const

/** Returns the message of the error that a declaration throws. */
function messageOf(declare: () => void): string {
  try {
    declare()
  } catch (thrown) {
    return thrown instanceof HarnessError ? thrown.message : String(thrown)
  }
  return 'nothing was thrown'
}

const emptyBody = async (): Promise<void> => {}

vitestTest.for([
  ['test', () => test('a title', emptyBody)],
  ['accepts', () => accepts('a title', emptyBody)],
  ['refuses', () => refuses('a title', emptyBody)],
] as const)('a call of %s outside any rule is a harness fault', ([, declare]) => {
  expect(messageOf(declare)).toContain('is outside any rule')
})

vitestTest('a sentence outside any rule is a harness fault', () => {
  expect(messageOf(() => says('A sentence.'))).toBe('"A sentence." is outside any rule.')
})

vitestTest('the declaration of a rule within a running test is an error', () => {
  expect(messageOf(() => rule(statedRule, () => accepts('a value', emptyBody)))).not.toBe(
    'nothing was thrown',
  )
})

vitestTest('every check of the suites whose title begins with "refuses" has a control check', () => {
  const collection = readCollection(fileURLToPath(new URL('../../dist/suites', import.meta.url))) ?? []
  const refusals = collection.flatMap(({ check }) => (check?.title.startsWith('refuses ') ? [check] : []))

  expect(refusals.length).toBeGreaterThan(1_000)
  expect(refusals.filter(({ twin }) => twin === undefined)).toEqual([])
})
