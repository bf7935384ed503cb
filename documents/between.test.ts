import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { constraintKinds, constraintText } from '#harness/constraints.ts'
import { constraints, outline } from './documents.ts'

const allConstraints = constraints()

test('every kind of constraint occurs in the documents', () => {
  expect(allConstraints.length).toBeGreaterThanOrEqual(285)
  expect(new Set(allConstraints.map(({ kind }) => kind))).toEqual(new Set(Object.keys(constraintKinds)))
})

test('both ends of a constraint are rows or sentences, with their type if the key is ambiguous', () => {
  const knownRows = new Set(
    outline().map(({ document, section, row, of }) => [document, section, row, of].join()),
  )
  const ends = allConstraints.flatMap(({ from, to }) => [...from, ...to])

  expect(
    ends
      .map(({ document, section, row, of }) => [document, section, row, of].join())
      .filter((end) => !knownRows.has(end)),
  ).toEqual([])
})

test('each constraint names existing rules, or the reason why no rule judges it', () => {
  const cli = fileURLToPath(new URL('../dist/bin/orch-conformance.js', import.meta.url))
  const text = execFileSync(process.execPath, [cli, 'list', '--json'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const ids = new Set((JSON.parse(text) as { id: string }[]).map(({ id }) => id))

  expect(allConstraints.flatMap(({ rules }) => rules).filter((id) => !ids.has(id))).toEqual([])
  expect(
    allConstraints.filter(({ rules, reason }) => (rules.length === 0) !== (reason !== undefined)),
  ).toEqual([])
})

test('each constraint is listed once', () => {
  const texts = allConstraints.map((one) => `${one.from[0]?.section}: ${constraintText(one)}`)

  expect(texts.filter((one, index) => texts.indexOf(one) !== index)).toEqual([])
})
