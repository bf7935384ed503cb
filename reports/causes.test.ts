import { describe, expect, test } from 'vitest'
import type { CheckEvent, RunEvent } from '#harness/events.ts'
import { renderAnnotations } from './formats/annotations.ts'
import { causesOf } from './causes.ts'
import { renderHtml } from './html/report.ts'
import { renderJUnit } from './formats/junit.ts'
import { renderMarkdown } from './formats/markdown.ts'
import { viewRun } from './output/live.ts'
import { headerOf, resultOf } from './result.ts'
import { renderTerminal } from './formats/terminal.ts'
import { largeEvents } from './testing/large-run.ts'

/** Returns a run whose first check is broken, and in which no program starts from the third check on. */
function eventsWithTimeouts(): RunEvent[] {
  let index = 0
  return largeEvents(20).map((event) => {
    if (event.type !== 'check') return event
    index += 1
    const change: Partial<CheckEvent> =
      index === 1
        ? { verdict: 'broken', reason: 'It was accepted.' }
        : index < 3
          ? {}
          : {
              verdict: 'crashed',
              reason: `API server https://127.0.0.1:${30_000 + index} was not ready within 30000 ms.`,
            }
    return { ...event, ...change }
  })
}

const result = resultOf(eventsWithTimeouts())
const crashedCount = result.checks.filter(({ verdict }) => verdict === 'crashed').length

describe('checks with one cause', () => {
  test('checks that fail for the same reason are one cause, listed after the broken checks', () => {
    expect(causesOf(result).map(({ verdict, checks }) => [verdict, checks.length])).toEqual([
      ['broken', 1],
      ['crashed', crashedCount],
    ])
  })

  test('checks with one cause are one annotation', () => {
    const lines = renderAnnotations(result).match(/^::error title=[^:]*/gm)

    expect(lines).toEqual([
      '::error title=broken%3A area.subject-0.holds',
      `::error title=crashed%3A area.subject-0.holds and ${crashedCount - 1} more checks`,
    ])
  })

  test('checks with one cause are one row of the summary, which names the other checks', () => {
    const text = renderMarkdown(result)

    expect(text.match(/^\| \*\*(?:broken|crashed)\*\*/gm)).toEqual(['| **broken**', '| **crashed**'])
    expect(text).toContain(`<summary>${crashedCount - 1} more checks for the same cause</summary>`)
  })

  test('checks with one cause refer to the first check in junit.xml', () => {
    expect(renderJUnit(result).match(/The same cause as /g)).toHaveLength(crashedCount - 1)
  })

  test('checks with one cause are one block on a terminal', () => {
    const text = renderTerminal(result, { outDir: 'out' })

    expect(text.match(/^(?:CRASHED|BROKEN)/gm)).toEqual(['CRASHED', 'BROKEN'])
    expect(text).toContain(`and ${crashedCount - 1} more checks for the same cause:`)
  })

  test('checks with one cause are printed a few times during the run, and counted at its end', () => {
    const writtenTexts: string[] = []
    const events = eventsWithTimeouts()
    const liveView = viewRun(
      headerOf(events),
      { write: (text) => writtenTexts.push(text) },
      { colour: false },
    )
    for (const event of events) liveView.event(event)
    liveView.end()
    const text = writtenTexts.join('')

    expect(text.match(/^CRASHED/gm)).toHaveLength(4)
    expect(text.match(/^ {2}Rule/gm)).toHaveLength(2)
    expect(text).toContain(`CRASHED ${crashedCount} × API server https://`)
  })

  test('checks with one cause are one row of the page, which contains the other checks', () => {
    const page = renderHtml(eventsWithTimeouts())

    expect(page).toContain(`${crashedCount + 1} checks of 2 causes`)
    expect(page.match(/class="card"/g)).toHaveLength(2)
    expect(page).toContain(`${crashedCount - 1} more checks for the same cause`)
  })
})

test('more causes than GitHub shows become ten annotations, the last of which names the rest', () => {
  const events = largeEvents(15).map(
    (event): RunEvent =>
      event.type === 'check' && event.twin === undefined
        ? { ...event, verdict: 'broken', reason: `It answered ${event.rule}.` }
        : event,
  )
  const lines = renderAnnotations(resultOf(events)).trimEnd().split('\n')

  expect(lines).toHaveLength(10)
  expect(lines.at(-1)).toContain('::error title=6 more causes in 6 checks::- broken: area.subject-9.holds')
})
