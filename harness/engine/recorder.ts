import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestCase } from 'vitest/node'
import type { PlannedCheck } from '../catalogue.ts'
import type { Outcome } from '../check/outcome.ts'
import { nowMs } from '../clock.ts'
import { environmentFault } from '../environment.ts'
import { HarnessError } from '../errors.ts'
import type { CheckEvent, FooterEvent, HeaderEvent, RunEvent } from '../events.ts'
import type { Role } from '../roles.ts'
import { isRed, type Verdict } from '../verdict.ts'
import type { Baseline, Judged } from '../baseline/judge.ts'
import { fingerprintOf } from '../baseline/fingerprint.ts'
import type { KnownDeviations } from './known-deviations.ts'

/** How a run goes beyond judging what it planned. */
export interface RecorderOptions {
  /** The failures that are known, and what the run is about. */
  readonly baseline?: { readonly of: Baseline; readonly run: Judged }
  /** After so many failures the run stops. */
  readonly maxFailures?: number
}

// What kept the twin from being accepted, where that says nothing about the implementation's conformance.
const inherited: ReadonlyMap<Verdict | undefined, Verdict> = new Map([
  ['crashed', 'crashed'],
  ['inconclusive', 'inconclusive'],
])

const acceptedVerdicts: ReadonlySet<Verdict> = new Set(['held', 'observed', 'warned'])

/** Turns what the engine reports into the event stream, the single source of every report. */
export class Recorder implements Reporter {
  readonly events: RunEvent[] = []
  readonly #file: string
  readonly #planned: ReadonlyMap<string, PlannedCheck>
  readonly #programs: ReadonlyMap<string, Role>
  readonly #known: KnownDeviations
  readonly #listener: (event: RunEvent) => void
  readonly #ended = new Map<string, CheckEvent>()
  readonly #waiting = new Map<string, CheckEvent>()
  readonly #elsewhere = new Map<string, Verdict>()
  readonly #errors: string[] = []
  readonly #neverStarted: Role[] = []
  readonly #options: RecorderOptions
  /** What checks came to before the baseline excused them. */
  readonly #own = new Map<string, Verdict>()
  #failures = 0
  #isEnding = false
  #stop: () => void = () => {}
  /** Resolves when there are as many failures as the run may have. */
  readonly stopped = new Promise<void>((resolve) => {
    this.#stop = resolve
  })
  #fail: (fault: HarnessError) => void = () => {}
  /** What kept events from being written, if anything did: nothing after it counts. */
  fault: HarnessError | undefined
  /** Rejects with that fault. */
  readonly failed = new Promise<never>((_resolve, reject) => {
    this.#fail = (fault) => {
      this.fault ??= fault
      reject(fault)
    }
  })

  constructor(
    outDir: string,
    header: HeaderEvent,
    known: KnownDeviations,
    listener: (event: RunEvent) => void,
    options: RecorderOptions = {},
  ) {
    this.#options = options
    this.#file = join(outDir, 'events.jsonl')
    this.#planned = new Map(header.plan.checks.map((check) => [check.id, check]))
    this.#programs = new Map(header.plan.rules.map((rule) => [rule.id, rule.program]))
    this.#known = known
    this.#listener = listener
    this.failed.catch(() => {})
    writeFileSync(this.#file, '')
    this.#write(header)
  }

  onTestCaseResult(test: TestCase): void {
    const { check, outcome, isCutOff, environmentFault: fault } = test.meta()
    if (fault !== undefined) return this.#fail(new HarnessError('config-fault', fault))
    if (check === undefined || isCutOff || this.#neverStarted.length > 0 || !this.#planned.has(check.id))
      return
    // An engine that is told to stop tells once more of what has ended in the files that it leaves.
    if (this.#isEnding && (this.#ended.has(check.id) || this.#waiting.has(check.id))) return
    const event = eventOf(test, check, outcome)
    if (event !== undefined) this.#receive(event)
  }

  /** Notes that the run is ended early. */
  endsEarly(): void {
    this.#isEnding = true
  }

  /** Notes that a program does not come up at all; what is reported from here on comes of that alone. */
  neverStarted(role: Role, why: string): void {
    this.#neverStarted.push(role)
    this.#errors.push(why)
  }

  /** Takes it that a twin, which this run leaves out, came to a verdict in another one. */
  cameElsewhere(check: string, verdict: Verdict): void {
    this.#elsewhere.set(check, verdict)
  }

  /** Notes something that went wrong outside any check. */
  error(line: string): void {
    this.#errors.push(line)
  }

  /** Whether there were as many failures as the run may have. */
  get isStopped(): boolean {
    return this.#failures >= (this.#options.maxFailures ?? Infinity)
  }

  /** Ends the stream; an interrupted run gets no footer, and what waits for a check that it cut off did not run either. */
  finish(interrupted: boolean): FooterEvent | undefined {
    if (interrupted) return undefined
    if (!this.isStopped) for (const event of this.#waiting.values()) this.#settle(event)
    this.#waiting.clear()
    const missing = [...this.#planned.keys()].filter((id) => !this.#ended.has(id))
    if (missing.length > 0 && this.#neverStarted.length === 0 && !this.isStopped)
      this.#errors.push(`${missing.length} planned checks were never reported, first ${missing[0]}.`)
    const totals: Partial<Record<Verdict, number>> = {}
    for (const { verdict } of this.#ended.values()) totals[verdict] = (totals[verdict] ?? 0) + 1
    const { baseline } = this.#options
    const stale = baseline?.of.stale(baseline.run) ?? []
    const footer: FooterEvent = {
      type: 'footer',
      finishedAt: new Date().toISOString(),
      totals,
      planned: this.#planned.size,
      reported: this.#ended.size,
      errors: this.#errors,
      ...(stale.length > 0 && { stale }),
      ...(this.isStopped && missing.length > 0 && { stoppedAfter: this.#failures }),
      ...(this.#neverStarted.length > 0 && { neverStarted: this.#neverStarted }),
    }
    this.#write(footer)
    return footer
  }

  /** A refusal waits for its twin: without it, it says nothing. */
  #receive(event: CheckEvent): void {
    if (event.twin !== undefined && !this.#ended.has(event.twin) && !this.#elsewhere.has(event.twin)) {
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
    const settled = this.#excused(this.#withTwin(event))
    this.#ended.set(settled.id, settled)
    this.#write(settled)
    if (!isRed(settled)) return
    this.#failures += 1
    if (!this.isStopped) return
    this.endsEarly()
    this.#stop()
  }

  /** What is known of a failure may excuse it: first to the dialect and the target file, then to the baseline. */
  #excused(event: CheckEvent): CheckEvent {
    const fingerprint = fingerprintOf(event)
    const known = this.#withDeviation(fingerprint === undefined ? event : { ...event, fingerprint })
    this.#own.set(event.id, known.verdict)
    return this.#options.baseline?.of.judge(known) ?? known
  }

  #withTwin(event: CheckEvent): CheckEvent {
    if (event.twin === undefined || event.verdict !== 'held') return event
    const twin = this.#ended.get(event.twin)
    if (twin !== undefined && (acceptedVerdicts.has(twin.verdict) || twin.known?.passes === true))
      return event
    // Said alike whether the twin is excused or not, so that the fingerprint stays.
    const came = this.#own.get(event.twin) ?? this.#elsewhere.get(event.twin)
    if (twin === undefined && came !== undefined && acceptedVerdicts.has(came)) return event
    const reason = `The refusal counts only beside its accepted twin, and ${event.twin} came to ${came ?? 'no verdict'}.`
    return { ...event, verdict: inherited.get(came) ?? 'untestable', reason }
  }

  #withDeviation(event: CheckEvent): CheckEvent {
    const known = this.#known(event.id, this.#programs.get(event.rule) ?? 'apiserver')
    if (known === undefined) return event
    const { verdict } = event
    const excused =
      verdict === 'broken' ||
      (verdict === 'crashed' && known.crashes) ||
      (verdict === 'untestable' && known.untestable)
    if (excused) {
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
    if (this.fault !== undefined) return
    try {
      appendFileSync(this.#file, `${JSON.stringify(event)}\n`)
    } catch (thrown) {
      const fault = environmentFault(thrown, `Could not write ${this.#file}`)
      if (fault === undefined) throw thrown
      return this.#fail(fault)
    }
    this.events.push(event)
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
