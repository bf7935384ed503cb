import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { checkId } from '#harness/catalogue.ts'
import { type Collected, readCollection } from '#harness/engine/collected.ts'

/**
 * Maximum number of declarations of checks whose ids are made from their titles. An id never changes, but a title may,
 * so a new check states its id next to its title: `accepts({ title, id }, …)`. The number may only fall.
 */
const maxFromTitles = 639

/**
 * Returns the declarations whose ids are made from titles. A table of cases is one declaration, with any number of
 * checks.
 */
function idsFromTitles(collected: readonly Pick<Collected, 'check'>[]): string[] {
  const declarations = collected.flatMap(({ check }) =>
    check !== undefined && check.id === checkId(check.rule, check.title)
      ? [check.declaredAt ?? check.id]
      : [],
  )
  return [...new Set(declarations)]
}

test('the number of checks with ids from titles does not grow', () => {
  const collection = readCollection(fileURLToPath(new URL('../dist/suites', import.meta.url))) ?? []

  expect(collection.length).toBeGreaterThan(5_000)
  expect(
    idsFromTitles(collection).length,
    'ids made from titles: give new checks { title, id }',
  ).toBeLessThanOrEqual(maxFromTitles)
})

test('idsFromTitles leaves out checks with given ids and lists a table once', () => {
  const check = (id: string, title: string, line: number) => ({
    check: { id, rule: 'a.rule', title, declaredAt: `suites/a.suite.ts:${line}` },
  })
  const collectedChecks = [
    check('a.rule/one-value', 'one value', 3),
    check('a.rule/another-value', 'another value', 3),
    check('a.rule/shorter', 'a third value', 9),
  ]

  expect(idsFromTitles(collectedChecks)).toEqual(['suites/a.suite.ts:3'])
})
