import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { ListedRule } from '#harness/catalogue.ts'
import { situationKinds } from '#harness/situations/kinds.ts'
import { missingGlobs, situationTable } from '#harness/situations/table.ts'
import { outline } from '#documents/documents.ts'
import { situations } from './situations.ts'

const cli = fileURLToPath(new URL('../../dist/bin/orch-conformance.js', import.meta.url))
const text = execFileSync(process.execPath, [cli, 'list', '--json'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
const rules = JSON.parse(text) as ListedRule[]
// Maximum number of empty cells, which may only decrease.
const emptyAtMost = 1

test('each kind is listed once, and its globs match rules or checks', () => {
  const allSituations = situations()

  expect(allSituations.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(situationKinds).toSorted())
  expect(allSituations.flatMap(({ tried }) => missingGlobs(tried, rules))).toEqual([])
})

test('each kind can occur at a row of the documents', () => {
  const documentParts = outline()

  expect(
    situations()
      .filter(({ isAt }) => !documentParts.some(isAt))
      .map(({ kind }) => kind),
  ).toEqual([])
})

test('the table has no more empty cells than the recorded maximum', () => {
  const rows = situationTable(outline(), rules, situations())
  const emptyCells = rows.flatMap(({ row, cells }) =>
    Object.entries(cells).flatMap(([kind, { tried, reason }]) =>
      tried === undefined && reason === undefined ? [`${kind}: ${row}`] : [],
    ),
  )

  expect(emptyCells.length).toBeLessThanOrEqual(emptyAtMost)
})
