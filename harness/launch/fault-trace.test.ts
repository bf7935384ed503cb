import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { queriedFaults, reachedFaults, faultTraceName, markReady } from './fault-trace.ts'

function makeEvidence(...lines: readonly string[]): string {
  const evidence = mkdtempSync(join(tmpdir(), 'trace-'))
  onTestFinished(() => rmSync(evidence, { recursive: true }))
  mkdirSync(join(evidence, 'apiserver-1'))
  appendFileSync(join(evidence, 'apiserver-1', faultTraceName), lines.map((line) => `${line}\n`).join(''))
  return evidence
}

const window = { fromMs: 5_000, toMs: 6_000 }

test('the reached faults include those queried during the start of a program and in the time of the check', () => {
  const evidence = makeEvidence(
    '1000 at-start',
    '2000 (ready)',
    '3000 of-another',
    '5500 of-this',
    '7000 later',
  )

  expect([...reachedFaults(evidence, window)]).toEqual(['at-start', 'of-this'])
})

test('the reached faults include all faults of a program that never became ready', () => {
  expect([...reachedFaults(makeEvidence('1000 one', '9000 two'), window)]).toEqual(['one', 'two'])
})

test('the reached faults include all queried faults if there is no time window', () => {
  expect([...reachedFaults(makeEvidence('1000 one', '2000 (ready)', '3000 two'))]).toEqual(['one', 'two'])
})

test('the reached faults include those queried before the program was marked as ready', () => {
  const evidence = makeEvidence('1000 at-start')
  markReady(join(evidence, 'apiserver-1'))

  expect([...reachedFaults(evidence, { fromMs: 0, toMs: 1 })]).toEqual(['at-start'])
})

test('queriedFaults returns only the faults that were queried in the time window', () => {
  const evidence = makeEvidence('1000 earlier', '5100 at-start', '5200 (ready)', '5500 of-this', '7000 later')

  expect([...queriedFaults(evidence, window)]).toEqual(['at-start', 'of-this'])
})

test('reachedFaults returns no faults of a check without evidence', () => {
  expect(reachedFaults('/nonexistent/evidence', window).size).toBe(0)
})
