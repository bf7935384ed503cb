import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { constraintKinds, constraintText } from '#harness/constraints.ts'
import { constraints, outline } from './documents.ts'

const all = constraints()

test('the documented constraints are present, with every kind', () => {
  expect(all.length).toBeGreaterThanOrEqual(285)
  expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(Object.keys(constraintKinds)))
})

test('both ends are rows or sentences of the documents, with their type if two have one key', () => {
  const known = new Set(
    outline().map(({ document, section, row, of }) => [document, section, row, of].join()),
  )
  const ends = all.flatMap(({ from, to }) => [...from, ...to])

  expect(
    ends
      .map(({ document, section, row, of }) => [document, section, row, of].join())
      .filter((end) => !known.has(end)),
  ).toEqual([])
})

test('each constraint has existing rules or a reason for having none', () => {
  const cli = fileURLToPath(new URL('../dist/bin/orch-conformance.js', import.meta.url))
  const text = execFileSync(process.execPath, [cli, 'list', '--json'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const ids = new Set((JSON.parse(text) as { id: string }[]).map(({ id }) => id))

  expect(all.flatMap(({ rules }) => rules).filter((id) => !ids.has(id))).toEqual([])
  expect(all.filter(({ rules, reason }) => (rules.length === 0) !== (reason !== undefined))).toEqual([])
})

test('each constraint is listed once', () => {
  const texts = all.map((one) => `${one.from[0]?.section}: ${constraintText(one)}`)

  expect(texts.filter((one, index) => texts.indexOf(one) !== index)).toEqual([])
})
