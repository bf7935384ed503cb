import { expect, test } from 'vitest'
import { exitCodeOfRun } from '#harness/cli/line/exit-codes.ts'
import type { CheckEvent, RunEvent } from '#harness/events.ts'
import type { Verdict } from '#harness/verdict.ts'
import { renderAnnotations } from './formats/annotations.ts'
import { renderBadge } from './formats/badge.ts'
import { renderHtml } from './html/report.ts'
import { renderJUnit } from './formats/junit.ts'
import { renderMarkdown } from './formats/markdown.ts'
import { resultOf } from './result.ts'
import { renderTerminal } from './formats/terminal.ts'
import { footerOf, greenEvents } from './testing/sample-run.ts'

/** Returns a green run except for one check, which has two attempts. */
function retriedCheck(first: Verdict, next: Verdict, verdict: Verdict): RunEvent[] {
  const checks = greenEvents().filter((event): event is CheckEvent => event.type === 'check')
  const [one, ...others] = checks
  if (one === undefined) throw new Error('The sample has no check.')
  const checkEvents = [{ ...one, verdict, reason: 'It is like this.' }, ...others]
  return [
    ...greenEvents().slice(0, 1),
    { ...one, type: 'attempt', attempt: 1, verdict: first },
    { ...one, type: 'attempt', attempt: 2, verdict: next },
    ...checkEvents,
    footerOf(checkEvents),
  ]
}

function reportsOf(events: readonly RunEvent[]): string[] {
  const result = resultOf(events)
  return [
    renderTerminal(result, { outDir: 'out' }),
    renderHtml(events),
    renderJUnit(result),
    renderMarkdown(result),
    renderAnnotations(result),
  ]
}

test('an unstable check is red in every report, and the run claims nothing', () => {
  const events = retriedCheck('broken', 'held', 'unstable')
  const result = resultOf(events)

  for (const report of reportsOf(events)) expect(report).toContain('broken, then held')
  expect(renderJUnit(result)).toContain('<failure message="It is like this." type="unstable">')
  expect(renderAnnotations(result)).toMatch(/^::error title=unstable/m)
  expect(JSON.parse(renderBadge(result))).toMatchObject({ message: 'Unstable', color: 'red' })
  expect([exitCodeOfRun(events), result.outcome]).toEqual([8, 'unstable'])
})

test('a check that is broken twice is confirmed in every report', () => {
  for (const report of reportsOf(retriedCheck('broken', 'broken', 'broken')))
    expect(report).toContain('confirmed: broken, then broken')
})

test('a run that was killed before the second attempt reports the first attempt', () => {
  const events = retriedCheck('broken', 'broken', 'broken').filter(
    (event, index) => event.type !== 'footer' && index !== 2 && index !== 3,
  )

  expect(resultOf(events)).toMatchObject({ complete: false, totals: { broken: 1 }, notRun: 0 })
})
