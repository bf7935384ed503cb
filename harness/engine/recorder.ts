import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestCase } from 'vitest/node'
import type { PlannedCheck } from '../catalogue.ts'
import type { Outcome } from '../check/outcome.ts'
import type { Deviation } from '../dialect/dialect.ts'
import { nowMs } from '../clock.ts'
import type { CheckEvent, FooterEvent, HeaderEvent, RunEvent } from '../events.ts'
import type { Verdict } from '../verdict.ts'
import { globPattern } from './plan.ts'

const acceptedVerdicts: ReadonlySet<Verdict> = new Set(['held', 'observed', 'warned'])

/** Turns what the engine reports into the event stream, the single source of every report. */
export class Recorder implements Reporter {
  readonly events: RunEvent[] = []
  readonly #file: string
  readonly #planned: ReadonlyMap<string, PlannedCheck>
  readonly #deviations: readonly { pattern: RegExp; deviation: Deviation }[]
  readonly #listener: (event: RunEvent) => void
  readonly #ended = new Map<string, CheckEvent>()
  readonly #waiting = new Map<string, CheckEvent>()
  readonly #errors: string[] = []

  constructor(
    outDir: string,
    header: HeaderEvent,
    deviations: readonly Deviation[],
    listener: (event: RunEvent) => void,
  ) {
    this.#file = join(outDir, 'events.jsonl')
    this.#planned = new Map(header.plan.checks.map((check) => [check.id, check]))
    this.#deviations = deviations.map((deviation) => ({ pattern: globPattern(deviation.check), deviation }))
    this.#listener = listener
    writeFileSync(this.#file, '')
    this.#write(header)
  }

  onTestCaseResult(test: TestCase): void {
    const { check, outcome } = test.meta()
    if (check === undefined || !this.#planned.has(check.id)) return
    const event = eventOf(test, check, outcome)
    if (event !== undefined) this.#receive(event)
  }

  /** Notes something that went wrong outside any check. */
  error(line: string): void {
    this.#errors.push(line)
  }

  /** Ends the stream; an interrupted run gets no footer. */
  finish(interrupted: boolean): FooterEvent | undefined {
    for (const event of this.#waiting.values()) this.#settle(event)
    this.#waiting.clear()
    if (interrupted) return undefined
    const missing = [...this.#planned.keys()].filter((id) => !this.#ended.has(id))
    if (missing.length > 0)
      this.#errors.push(`${missing.length} planned checks were never reported, first ${missing[0]}.`)
    const totals: Partial<Record<Verdict, number>> = {}
    for (const { verdict } of this.#ended.values()) totals[verdict] = (totals[verdict] ?? 0) + 1
    const footer: FooterEvent = {
      type: 'footer',
      finishedAt: new Date().toISOString(),
      totals,
      planned: this.#planned.size,
      reported: this.#ended.size,
      errors: this.#errors,
    }
    this.#write(footer)
    return footer
  }

  /** A refusal waits for its twin: without it, it says nothing. */
  #receive(event: CheckEvent): void {
    if (event.twin !== undefined && !this.#ended.has(event.twin)) {
      this.#waiting.set(event.id, event)
      return
    }
    this.#settle(event)
    for (const waiting of [...this.#waiting.values()].filter((other) => other.twin === event.id)) {
      this.#waiting.delete(waiting.id)
      this.#receive(waiting)
    }
  }

  #settle(event: CheckEvent): void {
    const settled = this.#withDeviation(this.#withTwin(event))
    this.#ended.set(settled.id, settled)
    this.#write(settled)
  }

  #withTwin(event: CheckEvent): CheckEvent {
    if (event.twin === undefined || event.verdict !== 'held') return event
    const twin = this.#ended.get(event.twin)
    if (twin !== undefined && (acceptedVerdicts.has(twin.verdict) || twin.known?.passes === true))
      return event
    const reason = `The refusal counts only beside its accepted twin, and ${event.twin} came to ${twin?.verdict ?? 'no verdict'}.`
    return { ...event, verdict: 'untestable', reason }
  }

  #withDeviation(event: CheckEvent): CheckEvent {
    const known = this.#deviations.find(({ pattern }) => pattern.test(event.id))?.deviation
    if (known === undefined) return event
    if (event.verdict === 'broken') {
      return {
        ...event,
        verdict: 'known-failing',
        known: { reason: known.reason, link: known.link, passes: false },
      }
    }
    if (event.verdict !== 'held') return event
    const reason = `It passes now; remove the deviation "${known.check}" from the dialect or the target file.`
    return {
      ...event,
      verdict: 'known-failing',
      reason,
      known: { reason: known.reason, link: known.link, passes: true },
    }
  }

  #write(event: RunEvent): void {
    this.events.push(event)
    appendFileSync(this.#file, `${JSON.stringify(event)}\n`)
    this.#listener(event)
  }
}

/** The event of one reported check; none for a check that never began. */
function eventOf(test: TestCase, check: PlannedCheck, outcome: Outcome | undefined): CheckEvent | undefined {
  const { state, errors } = test.result()
  if (state === 'skipped' || state === 'pending') return undefined
  const whole = {
    type: 'check',
    id: check.id,
    rule: check.rule,
    ...(check.twin && { twin: check.twin }),
  } as const
  const said = errors?.map((error) => error.stack ?? error.message).join('\n') ?? 'no error was given'
  const retried = (test.diagnostic()?.retryCount ?? 0) > 0
  const agrees =
    outcome !== undefined && (state === 'passed') === ['held', 'observed'].includes(outcome.verdict)
  if (outcome !== undefined && agrees && !retried) return { ...whole, ...outcome }
  if (outcome?.verdict === 'harness-fault') return { ...whole, ...outcome }
  const reason = retried ? 'The engine ran the check more than once.' : `The engine reports ${state}: ${said}`
  return {
    ...whole,
    startedAtMs: outcome?.startedAtMs ?? nowMs(),
    durationMs: test.diagnostic()?.duration ?? 0,
    assertions: [],
    observations: [],
    launches: [],
    verdict: 'harness-fault',
    reason,
  }
}
