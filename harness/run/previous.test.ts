import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { CheckEvent } from '../events.ts'
import { readPreviousRun } from './previous.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-previous-'))
afterAll(() => rmSync(folder, { recursive: true }))

const target = { name: 'acme', dialect: 'orch' }
const check = (id: string, verdict: CheckEvent['verdict']) => ({ type: 'check', id, verdict }) as CheckEvent
const header = { type: 'header', argv: ['run'], target, startedAt: '2026-11-20T08:00:00.000Z' }

function writeEvents(...events: readonly unknown[]): void {
  writeFileSync(join(folder, 'events.jsonl'), events.map((event) => `${JSON.stringify(event)}\n`).join(''))
}

test('a comparison distinguishes new, old and fixed failures, and continues their duration', () => {
  const footer = { type: 'footer', previous: { failingSince: { 'a/old': '2026-11-18T08:00:00.000Z' } } }
  writeEvents(
    header,
    check('a/old', 'broken'),
    check('a/late', 'crashed'),
    check('a/new', 'held'),
    check('a/fixed', 'broken'),
    footer,
  )
  const compareRuns = readPreviousRun(folder, target)

  expect(
    compareRuns?.([
      check('a/old', 'broken'),
      check('a/late', 'broken'),
      check('a/new', 'untestable'),
      check('a/fixed', 'held'),
      check('a/elsewhere', 'broken'),
    ]),
  ).toEqual({
    startedAt: header.startedAt,
    newFailures: ['a/new'],
    failingSince: { 'a/old': '2026-11-18T08:00:00.000Z', 'a/late': header.startedAt },
    fixed: ['a/fixed'],
  })
})

test.for([
  ['another target', { ...header, target: { ...target, name: 'other' } }],
  ['the preflight checks', { ...header, argv: ['doctor'] }],
  ['no target', { type: 'header', argv: ['run'] }],
  ['no header', check('a/old', 'broken')],
])('a run of %s is not a previous run', ([, first]) => {
  writeEvents(first)

  expect(readPreviousRun(folder, target)).toBeUndefined()
})

test('a folder without a run has no previous run', () => {
  expect(readPreviousRun(join(folder, 'nowhere'), target)).toBeUndefined()
})

test('a previous run that cannot be read is ignored', () => {
  writeEvents(header, { type: 'check', id: 'a/old' }, { type: 'footer', previous: 1 }, null)

  expect(readPreviousRun(folder, target)?.([check('a/old', 'broken')])).toBeUndefined()
})
