import { describe, expect, test } from 'vitest'
import type { CheckEvent, RunEvent } from '#harness/events.ts'
import { causesOf } from './causes.ts'
import { renderAnnotations } from './formats/annotations.ts'
import { renderJUnit } from './formats/junit.ts'
import { renderMarkdown } from './formats/markdown.ts'
import { renderTerminal } from './formats/terminal.ts'
import { headlineOf } from './headline.ts'
import { renderHtml } from './html/report.ts'
import { viewRun } from './output/live.ts'
import { headerOf, resultOf } from './result.ts'
import { largeEvents } from './testing/large-run.ts'

const programError =
  'anonymous: Forbidden: --anonymous-auth flag cannot be set when anonymous field is configured in authentication configuration file'
const logNoise = Array.from(
  { length: 6 },
  (_, at) => `W1128 05:57:59.4 21036 logging.go:${at}] dialing`,
).join('\n')

/**
 * Returns a run in which the program refused to start from the third check on: in starts that checks need, and in
 * starts that they judge.
 */
function refusedRun(): RunEvent[] {
  let index = 0
  return largeEvents(20).map((event) => {
    if (event.type !== 'check') return event
    index += 1
    if (index < 3) return event
    const refusal = index % 2 === 0 ? 'The API server refused to start' : 'The program refused to start'
    const reason = `${refusal} (exit code 1): ${programError}\nLast output: ${index % 3 === 0 ? logNoise : ''}I1128 done`
    const change: Partial<CheckEvent> = { verdict: 'broken', refusedStart: true, programError, reason }
    return { ...event, ...change }
  })
}

const events = refusedRun()
const result = resultOf(events)
const refusedCount = result.checks.filter(({ refusedStart }) => refusedStart).length

describe('refused starts with the same error', () => {
  test('refused starts with the same error are one cause', () => {
    expect(causesOf(result).map(({ verdict, checks }) => [verdict, checks.length])).toEqual([
      ['broken', refusedCount],
    ])
  })

  test('refused starts with the same error are counted in the headline, which does not mention a crash', () => {
    const { title, detail } = headlineOf(result)

    expect(title).toMatch(/^Nonconformant/)
    expect(detail).toContain(`The implementation refused to start in ${refusedCount} checks.`)
    expect(`${title} ${detail}`).not.toMatch(/crash|No other failures/)
  })

  test.for([
    [
      'summary.md',
      () =>
        renderMarkdown(result).replaceAll(/&#(\d+);/g, (_all, code: string) =>
          String.fromCharCode(Number(code)),
        ),
    ],
    ['junit.xml', () => renderJUnit(result)],
    ['the terminal', () => renderTerminal(result, { outDir: 'out' })],
    ['the page', () => renderHtml(events)],
    ['the annotations', () => decodeURIComponent(renderAnnotations(result))],
  ] as const)(
    'refused starts with the same error have the whole error before the last output in %s',
    ([, render]) => {
      const text = render()

      expect(text).toContain(programError)
      const output = text.indexOf('Last output')
      expect(output < 0 || text.indexOf(programError) < output).toBe(true)
    },
  )

  test('refused starts with the same error are labelled as refused on the terminal and in summary.md', () => {
    expect(renderTerminal(result, { outDir: 'out' })).toMatch(/^REFUSED /m)
    expect(renderMarkdown(result)).toContain('**refused to start**')
  })
})

test('the console lists at most four first attempts with the same reason, and shows the reason only with the first', () => {
  const writtenTexts: string[] = []
  const liveView = viewRun(headerOf(events), { write: (text) => writtenTexts.push(text) }, { colour: false })
  for (const event of events)
    if (event.type === 'check') liveView.event({ ...event, type: 'attempt', attempt: 1 })
  const text = writtenTexts.join('')

  expect(text.match(/^REFUSED /gm)).toHaveLength(4)
  expect(text.split(programError)).toHaveLength(2)
  expect(text).toContain('Further checks with this cause run a second time, too.')
})

test('a refusal whose control check failed with a program error has the same cause', () => {
  const plan = headerOf(events).plan.checks
  const controlId = plan[2]?.id ?? ''
  const dependentId = plan[0]?.id ?? ''
  const runEvents = events.map((event) =>
    event.type === 'check' && event.id === dependentId
      ? {
          ...event,
          verdict: 'untestable' as const,
          twin: controlId,
          reason: `Control check ${controlId}: broken. No.`,
        }
      : event,
  )
  const [cause, ...others] = causesOf(resultOf(runEvents))

  expect(others).toEqual([])
  expect(cause?.checks.map(({ id }) => id)).toContain(dependentId)
  expect(cause?.verdict).toBe('broken')
})

test('the headline of a run in which a program never started states that, and mentions no crashed rules', () => {
  const [header, ...rest] = events
  const footer = rest.find((event) => event.type === 'footer')
  const { title, detail } = headlineOf(
    resultOf([
      header!,
      { ...footer!, neverStarted: ['apiserver'], errors: ['It refused to start.'] } as RunEvent,
    ]),
  )

  expect(title).toContain('The implementation never started')
  expect(detail).toMatch(/^A program did not start.*did not run\.$/)
})
