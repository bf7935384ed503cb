import { expect, test } from 'vitest'
import type { CheckEvent, RunEvent } from '#harness/events.ts'
import { renderHtml } from './html/report.ts'
import { resultOf } from './result.ts'
import { footerOf, greenEvents, sampleEvents } from './testing/sample-run.ts'
import { causeSentence } from './red-cause.ts'

/** Returns a green run whose first checks have another result. */
function changedEvents(count: number, to: Partial<CheckEvent>): RunEvent[] {
  let remainingCount = count
  const checks = greenEvents()
    .filter((event): event is CheckEvent => event.type === 'check')
    .map((check) => (remainingCount-- > 0 ? { ...check, ...to } : check))
  return [...greenEvents().slice(0, 1), ...checks, footerOf(checks)]
}

test('a green run has no reason to be red', () => {
  expect(causeSentence(resultOf(greenEvents()))).toBeUndefined()
  expect(renderHtml(greenEvents())).not.toContain('class="why"')
})

test('the cause of a red run names a program that refused to start, with its error and the flags that its command adds', () => {
  const programError = 'anonymous: Forbidden: --anonymous-auth flag cannot be set.'
  const reason = `${programError}\nThe command of programs.apiserver started its program with flags of its own: --anonymous-auth=false`
  const droppedLine =
    'The command of programs.apiserver started its program with flags of the harness not passed on: --v=4'
  const events = changedEvents(2, { verdict: 'broken', refusedStart: true, programError, reason })

  expect(causeSentence(resultOf(events))).toBe(
    'The API server refused to start in 2 checks: anonymous: Forbidden: --anonymous-auth flag cannot be set (its command adds --anonymous-auth=false).',
  )
  expect(
    causeSentence(
      resultOf(
        changedEvents(2, {
          verdict: 'broken',
          refusedStart: true,
          programError,
          reason: `${reason}\n${droppedLine}`,
        }),
      ),
    ),
  ).toContain('(its command does not pass on --v=4 and adds --anonymous-auth=false).')
  expect(renderHtml(events)).toContain(
    '<p class="why"><strong>Why red</strong> The API server refused to start',
  )
})

test('the cause of a red run names a broken rule with the expected value, and counts all other causes', () => {
  expect(causeSentence(resultOf(sampleEvents()))).toMatchInlineSnapshot(
    `"1 check of authn.jwt.iss-equals-issuer-url is broken: refuses a token whose iss has a trailing slash: expected { "status": 401 }, got { "status": 201, "user": "alice@example.org" }; 4 more causes."`,
  )
})
