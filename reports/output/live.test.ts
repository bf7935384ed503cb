import { afterEach, describe, expect, test, vi } from 'vitest'
import { viewRun } from './live.ts'
import { viewPreparation } from './preparation.ts'
import { wantsColour } from '../text-style.ts'
import { greenEvents, interruptedEvents, sampleEvents, sampleHeader } from '../testing/sample-run.ts'

function streamOf(isTTY: boolean) {
  const writtenTexts: string[] = []
  return {
    isTTY,
    columns: 100,
    write: (text: string) => writtenTexts.push(text),
    text: () => writtenTexts.join(''),
  }
}

/** Shows a run, with one second between checks. */
function outputOf(events: ReturnType<typeof sampleEvents>, isTTY: boolean): string {
  let ms = 0
  const stream = streamOf(isTTY)
  const [header, ...rest] = events
  const liveView = viewRun(sampleHeader(), stream, { colour: false, now: () => ms })
  if (header) liveView.event(header)
  for (const event of rest) {
    ms += 1000
    liveView.event(event)
  }
  liveView.end()
  return stream.text()
}

describe('a run in progress', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test('the view of a run prints plain lines when the output is no terminal', () => {
    const text = outputOf(sampleEvents(), false)

    expect(text).not.toContain('\r')
    expect(
      text.split('\n').filter((line) => /^\d+ checks|^\S*[█░]|^[A-Z]{3,}\b/.test(line)),
    ).toMatchInlineSnapshot(`
      [
        "21 checks of 11 rules against kubernetes (dialect kubernetes), 2 at a time, seed 42",
        "BROKEN  authn.jwt.iss-equals-issuer-url  MUST  document 1, AuthenticationConfiguration, issuer.url",
        "███░░░░░░░░░░░░░░░░░ 3/21  2 held · 1 broken",
        "CRASHED  authn.jwt.discovery-url-differs  MUST  document 1, AuthenticationConfiguration, issuer.discoveryURL",
        "█████░░░░░░░░░░░░░░░ 5/21  3 held · 1 broken · 1 crashed  about 16 s left",
        "UNTESTABLE  authn.jwt.discovery-url-differs  MUST  document 1, AuthenticationConfiguration, issuer.discoveryURL",
        "███████░░░░░░░░░░░░░ 7/21  4 held · 1 untestable · 1 broken · 1 crashed  about 14 s left",
        "█████████░░░░░░░░░░░ 9/21  5 held · 1 observed · 1 untestable · 1 broken · 1 crashed  about 12 s left",
        "██████████░░░░░░░░░░ 11/21  6 held · 1 observed · 1 known failing · 1 untestable · 1 broken · 1 crashed  about 10 s left",
        "████████████░░░░░░░░ 13/21  8 held · 1 observed · 1 known failing · 1 untestable · 1 broken · 1 crashed  about 8 s left",
        "WARNED  tracing.endpoint.default-unset  SHOULD  document 1, TracingConfiguration members, endpoint",
        "██████████████░░░░░░ 15/21  8 held · 1 observed · 1 not applicable · 1 known failing · 1 warned · 1 untestable · 1 broken · 1 crashed  about 6 s left",
        "INCONCLUSIVE  flags.shutdown.readyz-fails-at-once  MUST  document 3, States and transitions, serving",
        "████████████████░░░░ 17/21  9 held · 1 observed · 1 not applicable · 1 known failing · 1 warned · 1 inconclusive · 1 untestable · 1 broken · 1 crashed  about 4 s left",
        "HARNESS FAULT  flags.anonymous-auth.exclusive  MUST  document 3, API server flags, --anonymous-auth",
        "██████████████████░░ 19/21  10 held · 1 observed · 1 not applicable · 1 known failing · 1 warned · 1 inconclusive · 1 untestable · 1 broken · 1 crashed · 1 harness fault  about 2 s left",
        "████████████████████ 21/21  12 held · 1 observed · 1 not applicable · 1 known failing · 1 warned · 1 inconclusive · 1 untestable · 1 broken · 1 crashed · 1 harness fault",
      ]
    `)
  })

  test('the view of a run shows a line with the remaining time on a terminal, and rewrites it', () => {
    const lines = outputOf(sampleEvents(), true).split('\r\u001b[2K')

    expect(lines.filter((line) => line.includes(' 6/21'))).toMatchInlineSnapshot(`
      [
        "██████░░░░░░░░░░░░░░ 6/21  3 held · 1 untestable · 1 broken · 1 crashed  about 15 s left",
      ]
    `)
    expect(Math.max(...lines.filter((line) => /^[█░]/.test(line)).map((line) => line.length))).toBeLessThan(
      100,
    )
  })

  test('the view of an interrupted run ends with the number of checks that did not run', () => {
    expect(outputOf(interruptedEvents(2), false)).toContain(
      'Interrupted: 1 check in 1 of 11 rules broken  19 of 21 checks did not run.',
    )
  })

  test('the view of a run advances with the clock during a long check, and stops at the end', () => {
    vi.useFakeTimers()
    const stream = streamOf(true)
    const liveView = viewRun(sampleHeader(), stream, { colour: false })
    const lengthBefore = stream.text().length
    vi.advanceTimersByTime(2500)
    const lengthAfter = stream.text().length
    liveView.end()

    expect(lengthAfter).toBeGreaterThan(lengthBefore)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('the view of a run shows progress from the first moment, also on a terminal with unknown width', () => {
    vi.useFakeTimers()
    const stream = { ...streamOf(true), columns: 0 }
    const liveView = viewRun(sampleHeader(), stream, { colour: false })
    const initialText = stream.text()
    vi.advanceTimersByTime(1000)
    liveView.end()

    expect(initialText).toContain('0/21  starting, 0 s')
    expect(stream.text()).toContain('0/21  starting, 1 s')
  })

  test.each([20, 40, 59])(
    'the view of a run fits a terminal of %i columns, with the most important numbers',
    (columns) => {
      const stream = { ...streamOf(true), columns }
      const liveView = viewRun(sampleHeader(), stream, { colour: false, now: () => 0 })
      for (const event of sampleEvents().slice(0, 7)) liveView.event(event)
      const lines = stream
        .text()
        .split('\r\u001b[2K')
        .filter((line) => /^\d+\/21/.test(line))
      liveView.end()

      expect(lines.at(-1)).toMatch(/^6\/21 {2}/)
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(columns)
    },
  )

  test('the view of a run shows a line before any check is planned', () => {
    vi.useFakeTimers()
    const stream = { ...streamOf(true), columns: 0 }
    const preparationView = viewPreparation(stream, () => Date.now())
    const initialText = stream.text()
    vi.advanceTimersByTime(2000)
    preparationView.end()

    expect(initialText).toContain('Preparing: reading the suites')
    expect(stream.text()).toContain(', 2 s')
    expect(stream.text().endsWith('\r\u001b[2K')).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('the view of a run prints nothing for a held check', () => {
    expect(outputOf(greenEvents(), false)).not.toContain('Rule')
  })
})

describe('colours', () => {
  test.each([
    ['used on a terminal', true, {}, true],
    ['not used in a pipe', false, {}, false],
    ['not used with NO_COLOR', true, { NO_COLOR: '1' }, false],
    ['used with an empty NO_COLOR', true, { NO_COLOR: '' }, true],
    ['used in a pipe with FORCE_COLOR', false, { FORCE_COLOR: '1' }, true],
    ['not used on a dumb terminal', true, { TERM: 'dumb' }, false],
  ])('colours are %s', (_, isTTY, environment, wanted) => {
    expect(wantsColour(streamOf(isTTY), environment)).toBe(wanted)
  })
})
