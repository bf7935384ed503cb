import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { faultsAskedIn, faultsFelt, faultTraceName, markReady } from './fault-trace.ts'

function evidenceWith(...lines: readonly string[]): string {
  const evidence = mkdtempSync(join(tmpdir(), 'trace-'))
  onTestFinished(() => rmSync(evidence, { recursive: true }))
  mkdirSync(join(evidence, 'apiserver-1'))
  appendFileSync(join(evidence, 'apiserver-1', faultTraceName), lines.map((line) => `${line}\n`).join(''))
  return evidence
}

const window = { fromMs: 5_000, toMs: 6_000 }

test('what a program asked while it started and in the time of the check is felt', () => {
  const evidence = evidenceWith(
    '1000 at-start',
    '2000 (ready)',
    '3000 of-another',
    '5500 of-this',
    '7000 later',
  )

  expect([...faultsFelt(evidence, window)]).toEqual(['at-start', 'of-this'])
})

test('a program that never was ready had everything to do with the check', () => {
  expect([...faultsFelt(evidenceWith('1000 one', '9000 two'), window)]).toEqual(['one', 'two'])
})

test('without a time, all that the program asked is felt', () => {
  expect([...faultsFelt(evidenceWith('1000 one', '2000 (ready)', '3000 two'))]).toEqual(['one', 'two'])
})

test('what comes before the mark is the start', () => {
  const evidence = evidenceWith('1000 at-start')
  markReady(join(evidence, 'apiserver-1'))

  expect([...faultsFelt(evidence, { fromMs: 0, toMs: 1 })]).toEqual(['at-start'])
})

test('of a part of a check only what was asked in its time counts', () => {
  const evidence = evidenceWith('1000 earlier', '5100 at-start', '5200 (ready)', '5500 of-this', '7000 later')

  expect([...faultsAskedIn(evidence, window)]).toEqual(['at-start', 'of-this'])
})

test('a check without evidence felt nothing', () => {
  expect(faultsFelt('/nonexistent/evidence', window).size).toBe(0)
})
