import { expect, test } from 'vitest'
import type { CheckEvent, RunEvent } from '#harness/events.ts'
import { hostileEvents } from '../testing/hostile-run.ts'
import { greenEvents } from '../testing/sample-run.ts'
import { trendReport } from './index.ts'
import { spansText } from './parts.ts'

const greenRun = greenEvents()
const checks = greenRun.flatMap((event) => (event.type === 'check' ? [event.id] : []))
const [first = '', second = ''] = checks

/** Returns the green run on a given day, with the given verdicts for individual checks. */
function runOf(day: number, verdicts: Readonly<Record<string, CheckEvent['verdict']>>): RunEvent[] {
  return greenRun.map((event) => {
    if (event.type === 'header') return { ...event, startedAt: `2026-11-0${day}T08:00:00.000Z` }
    const verdict = event.type === 'check' ? verdicts[event.id] : undefined
    if (event.type !== 'check' || verdict === undefined) return event
    return {
      ...event,
      verdict,
      reason: `It was ${verdict}.`,
      observations: [{ what: 'count', value: day }],
    }
  })
}

test('a trend has each change with its run, in the order of the starts of the runs', () => {
  const runs = [
    runOf(3, { [first]: 'broken', [second]: 'held' }),
    runOf(1, {}),
    runOf(2, { [second]: 'inconclusive' }),
  ]
  const { text, isWorse } = trendReport(runs, 'text')

  expect(isWorse).toBe(true)
  expect(text).toContain('1 check worse, 0 better, 1 unsteady')
  expect(text).toContain(
    `worse  ${first}: held (1 to 2) → broken (3)\n         since run 3, 2026-11-03T08:00:00.000Z\n         It was broken.`,
  )
  expect(text).toContain(`unsteady  ${second}: held (1) → inconclusive (2) → held (3)`)
  expect(text).toContain('count: nothing (1) → 2 (2) → 3 (3)')
})

test('a trend is not worse if the last run equals the previous run, regardless of their results', () => {
  const runs = [runOf(1, {}), runOf(2, { [first]: 'broken' }), runOf(3, { [first]: 'broken' })]

  expect(trendReport(runs, 'text').isWorse).toBe(false)
})

test('a trend names checks that are missing in some runs', () => {
  const [header, ...rest] = runOf(2, {})
  if (header?.type !== 'header') throw new Error('The sample has no header.')
  const plan = { ...header.plan, checks: header.plan.checks.filter(({ id }) => id !== first) }
  const eventsWithoutFirst = [
    { ...header, plan },
    ...rest.filter((event) => event.type !== 'check' || event.id !== first),
  ]
  const { text } = trendReport([runOf(1, {}), eventsWithoutFirst, runOf(3, { [first]: 'broken' })], 'text')

  expect(text).toContain(`${first}: held (1) → not planned (2) → broken (3)`)
})

test('a trend escapes output of an implementation in every format', () => {
  const runs = [1, 2, 3].map((day) =>
    hostileEvents().map((event): RunEvent => {
      if (event.type === 'header') return { ...event, startedAt: `2026-11-0${day}T08:00:00.000Z` }
      return event.type === 'check' && day === 1 ? { ...event, verdict: 'held' } : event
    }),
  )

  expect(trendReport(runs, 'html').text).not.toMatch(/<script|<img|\u202e/)
  expect(trendReport(runs, 'markdown').text).not.toMatch(/\u202e|^::error/m)
  // oxlint-disable-next-line no-control-regex -- the pattern finds control characters.
  expect(trendReport(runs, 'text').text).not.toMatch(/[\u0000-\u0008\u001b\u202e]/)
})

test('a trend combines consecutive equal verdicts into one span', () => {
  expect(spansText(['a', 'a', 'b', 'a'], String)).toBe('a (1 to 2) → b (3) → a (4)')
})
