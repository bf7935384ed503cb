import type { AttemptEvent, CheckEvent, RunEvent } from '#harness/events.ts'
import type { HeaderEvent } from '#harness/header.ts'
import { causeKey, causesOf } from '../causes.ts'
import type { Lookup } from '../lookup.ts'
import { stripControlCharacters } from '../plain-text.ts'
import { outDirOf } from '../repro.ts'
import { checkOf, resultOf } from '../result.ts'
import type { RunCheck } from '../run-schema.ts'
import { count, type DisplayedVerdict } from '../displayed-verdict.ts'
import { type TextStream, wantsColour } from '../text-style.ts'
import {
  rerunLine,
  causeLine,
  causeText,
  incrementCount,
  failureBlock,
  hasDetails,
  rerunAgainLine,
  tallyText,
  totalsBlock,
} from '../formats/terminal.ts'

/** View of a run in progress: failures at once, progress between them, the totals last. */
export interface RunView {
  event(event: RunEvent): void
  /** Shows a line between the events. */
  note(text: string): void
  end(): void
}

export interface RunViewOptions {
  readonly colour?: boolean
  /** Returns milliseconds of any monotonic clock. */
  readonly now?: () => number
}

// Number of progress lines without a terminal.
const plainStepCount = 10
// Minimum number of complete checks before the remaining time is estimated. With fewer checks, the first start
// dominates.
const minForEstimate = 5
// Interval at which the status line is redrawn, so that a long check does not look stuck.
const refreshMs = 1000
// Number of times that one cause is printed during a run. After that it is only counted.
const maxAnnounced = 4
// Assumed width if the terminal reports 0.
const usualColumns = 80
const minColumns = 60

/** Shows a run on a stream: a rewritten status line on a terminal, plain lines elsewhere. */
export function viewRun(header: HeaderEvent, stream: TextStream, options: RunViewOptions = {}): RunView {
  const currentMs = options.now ?? (() => performance.now())
  const terminalOptions = { colour: options.colour ?? wantsColour(stream), outDir: outDirOf(header) }
  const plannedCount = header.plan.checks.length
  const events: RunEvent[] = [header]
  const receivedEvents = new ReceivedEvents(header)
  const verdictCounts = new Map<DisplayedVerdict, number>()
  const checksByCause = new Map<string, number>()
  const startedMs = currentMs()
  let doneCount = 0
  let announcedCount = 0

  const isTerminal = stream.isTTY === true
  const eraseLine = isTerminal ? '\r\u001b[2K' : ''
  const writeLine = (text: string): unknown => stream.write(`${eraseLine}${text}\n`)
  const status = (): string => {
    const elapsedMs = currentMs() - startedMs
    const progressText =
      doneCount === 0
        ? `starting, ${Math.round(elapsedMs / 1000)} s`
        : tallyText(verdictCounts, terminalOptions)
    const remainingText = timeLeft(doneCount, plannedCount, elapsedMs)
    // On a narrow terminal, the remaining time is more useful than the tallies.
    if (isTerminal && (stream.columns || usualColumns) < minColumns)
      return `${doneCount}/${plannedCount}${remainingText || `  ${progressText}`}`
    return `${progressBar(doneCount, plannedCount)} ${doneCount}/${plannedCount}  ${progressText}${remainingText}`
  }
  const redraw = (): void => {
    stream.write(`${eraseLine}${fitToWidth(status(), stream.columns)}`)
  }

  writeLine(introduction(header, plannedCount))
  if (isTerminal) redraw()
  const timer = isTerminal ? setInterval(redraw, refreshMs) : undefined
  timer?.unref()

  const announceFailure = (check: RunCheck): void => {
    const causeCount = (checksByCause.get(causeKey(check)) ?? 0) + 1
    checksByCause.set(causeKey(check), causeCount)
    if (causeCount === 1) writeLine(`\n${failureBlock(receivedEvents, check, terminalOptions)}\n`)
    else if (causeCount <= maxAnnounced) writeLine(rerunAgainLine(check, terminalOptions))
    if (causeCount === maxAnnounced) writeLine('  Further checks with this cause are counted below.')
  }
  const attemptsByCause = new Map<string, number>()
  const onAttempt = (event: AttemptEvent): void => {
    const check = receivedEvents.addAttempt(event)
    if (event.attempt !== 1 || check === undefined) return
    const causeCount = (attemptsByCause.get(causeKey(check)) ?? 0) + 1
    attemptsByCause.set(causeKey(check), causeCount)
    if (causeCount <= maxAnnounced)
      writeLine(rerunLine(check, terminalOptions, causeCount === 1 ? causeText(check) : undefined))
    if (causeCount === maxAnnounced) writeLine('  Further checks with this cause run a second time, too.')
  }
  const onCheck = (event: CheckEvent): void => {
    const check = receivedEvents.add(event)
    doneCount += 1
    incrementCount(verdictCounts, event.verdict)
    if (check !== undefined && hasDetails(event)) announceFailure(check)
    const step = Math.floor((doneCount * plainStepCount) / Math.max(1, plannedCount))
    if (isTerminal) redraw()
    else if (step > announcedCount || doneCount === plannedCount) writeLine(status())
    announcedCount = Math.max(announcedCount, step)
  }

  return {
    event: (event) => {
      if (event.type === 'header') return
      events.push(event)
      if (event.type === 'check') onCheck(event)
      if (event.type === 'attempt') onAttempt(event)
    },
    note: (text) => {
      writeLine(stripControlCharacters(text))
      if (isTerminal) redraw()
    },
    end: () => {
      clearInterval(timer)
      const result = resultOf(events)
      const sharedCauses = causesOf(result).filter(({ checks }) => checks.length > 1)
      if (sharedCauses.length > 0)
        writeLine(
          `\nThe same cause, more than once:\n${sharedCauses.map((cause) => causeLine(cause, terminalOptions)).join('\n')}`,
        )
      writeLine(`\n${totalsBlock(result, terminalOptions)}`)
    },
  }
}

/** Checks that a run has reported so far, with their context. */
class ReceivedEvents implements Lookup {
  readonly #header: HeaderEvent
  readonly #planned: ReadonlyMap<string, HeaderEvent['plan']['checks'][number]>
  readonly #rules: ReadonlyMap<string, HeaderEvent['plan']['rules'][number]>
  readonly #reported = new Map<string, CheckEvent>()
  readonly #attempts = new Map<string, AttemptEvent[]>()

  constructor(header: HeaderEvent) {
    this.#header = header
    this.#planned = new Map(header.plan.checks.map((check) => [check.id, check]))
    this.#rules = new Map(header.plan.rules.map((rule) => [rule.id, rule]))
  }

  /** Returns the check with the result of this attempt. */
  addAttempt(event: AttemptEvent): RunCheck | undefined {
    this.#attempts.set(event.id, [...(this.#attempts.get(event.id) ?? []), event])
    const planned = this.#planned.get(event.id)
    const { attempt: _number, ...judged } = event
    return planned && checkOf(this.#header, planned, { ...judged, type: 'check' })
  }

  add(event: CheckEvent): RunCheck | undefined {
    this.#reported.set(event.id, event)
    return this.check(event.id)
  }

  rule(id: string): ReturnType<Lookup['rule']> {
    return this.#rules.get(id)
  }

  check(id: string): RunCheck | undefined {
    const planned = this.#planned.get(id)
    return planned === undefined
      ? undefined
      : checkOf(this.#header, planned, this.#reported.get(id), this.#attempts.get(id))
  }
}

function introduction(header: HeaderEvent, planned: number): string {
  const { name, dialect, programs } = header.target
  const programLines = programs.map(
    ({ role, command, version }) =>
      `  ${role}: ${command.join(' ')}${version === undefined ? '' : ` (${version})`}`,
  )
  const ruleCount = new Set(header.plan.checks.map((check) => check.rule)).size
  const testedText = `${count(planned, 'check')} of ${count(ruleCount, 'rule')}`
  return stripControlCharacters(
    [
      `${testedText} against ${name} (dialect ${dialect}), ${header.jobs} at a time, seed ${header.seed}`,
      ...programLines,
    ].join('\n'),
  )
}

function progressBar(done: number, planned: number): string {
  const filledCells = planned === 0 ? 0 : Math.round((done / planned) * 20)
  return `${'█'.repeat(filledCells)}${'░'.repeat(20 - filledCells)}`
}

function timeLeft(done: number, planned: number, elapsedMs: number): string {
  if (done < minForEstimate || done >= planned) return ''
  const remainingSeconds = Math.ceil(((elapsedMs / done) * (planned - done)) / 1000)
  return remainingSeconds < 60
    ? `  about ${remainingSeconds} s left`
    : `  about ${Math.ceil(remainingSeconds / 60)} min left`
}

/** Shortens a line so that it does not wrap. A wrapped status line could not be erased. */
export function fitToWidth(line: string, reportedColumns: number | undefined): string {
  const columns = reportedColumns || usualColumns
  // oxlint-disable-next-line no-control-regex -- the painter's own sequences have no width.
  const width = line.replace(/\u001b\[[0-9]+m/g, '').length
  return width < columns ? line : stripControlCharacters(line).slice(0, Math.max(0, columns - 1))
}
