import { join } from 'node:path'
import type { Reporter, TestCase } from 'vitest/node'
import type { PlannedCheck } from '../catalogue.ts'
import { HarnessError } from '../errors.ts'
import type { CheckEvent, FooterEvent, RunEvent } from '../events.ts'
import type { HeaderEvent } from '../header.ts'
import type { Role } from '../roles.ts'
import { isRed, type Verdict } from '../verdict.ts'
import type { Baseline, JudgedScope } from '../baseline/judge.ts'
import { isRetried, needsConfirmation, markUnconfirmed, confirmedResult } from './attempts.ts'
import { PendingResults } from './pending-results.ts'
import { footerOf } from './footer.ts'
import type { KnownDeviations } from './known-deviations.ts'
import { eventOf, type Reported } from './reported-event.ts'
import type { SporadicCrashes } from './sporadic-crashes.ts'
import { EventStream } from './stream.ts'
import { type Control, controlOf, finalVerdict, isWithoutProof } from './verdict.ts'

/** Options for the course of a run. */
export interface RecorderOptions {
  /** Known failures, and the scope of the run that decides which of them must occur. */
  readonly baseline?: { readonly of: Baseline; readonly run: JudgedScope }
  /** Number of failures after which the run stops. */
  readonly maxFailures?: number
  /** Maximum number of different causes of waiting red checks, and also of waiting stale entries; default 0. */
  readonly maxRetriedCauses?: number
  /** Moves the evidence of a known failure that ran once to its pack. */
  readonly fileEvidence?: (event: CheckEvent) => CheckEvent
  readonly crashes?: SporadicCrashes
  /** Returns the differences from the previous run, with the time since which checks fail. */
  readonly compareWithPrevious?: (checks: Iterable<CheckEvent>) => FooterEvent['previous']
}

/** Converts the reports of the engine to the event stream, the single source of every report. */
export class Recorder implements Reporter {
  readonly #stream: EventStream
  readonly #checks: ReadonlyMap<string, PlannedCheck>
  readonly #programs: ReadonlyMap<string, Role>
  readonly #deviations: KnownDeviations
  readonly #results = new Map<string, CheckEvent>()
  readonly #refusals = new Map<string, Reported>()
  readonly #retries: PendingResults
  readonly #twinVerdicts = new Map<string, Verdict>()
  readonly #errors: string[] = []
  readonly #neverStarted: Role[] = []
  readonly #options: RecorderOptions
  /** Verdicts of checks before the baseline excused them. */
  readonly #ownVerdicts = new Map<string, Verdict>()
  readonly #failures = new Set<string>()
  #isEnding = false
  #isFinished = false
  #stop: () => void = () => {}
  /** Resolves when the maximum number of failures is reached. */
  readonly whenStopped = new Promise<void>((resolve) => {
    this.#stop = resolve
  })

  constructor(
    outDir: string,
    header: HeaderEvent,
    known: KnownDeviations,
    listener: (event: RunEvent) => void,
    options: RecorderOptions = {},
  ) {
    this.#options = options
    this.#retries = new PendingResults(options.maxRetriedCauses ?? 0)
    this.#stream = new EventStream(join(outDir, 'events.jsonl'), listener)
    this.#checks = new Map(header.plan.checks.map((check) => [check.id, check]))
    this.#programs = new Map(header.plan.rules.map((rule) => [rule.id, rule.program]))
    this.#deviations = known
    this.#stream.write(header)
  }

  get events(): readonly RunEvent[] {
    return this.#stream.events
  }

  /** Error that prevented events from being written, if any. All later results are invalid. */
  get writeError(): HarnessError | undefined {
    return this.#stream.fault
  }

  /** Promise that rejects with `fault`. */
  get failure(): Promise<never> {
    return this.#stream.failure
  }

  onTestCaseResult(test: TestCase): void {
    const { check, outcome, isCutOff, environmentFault: fault } = test.meta()
    if (fault !== undefined) return this.#stream.fail(new HarnessError('config-fault', fault))
    if (check === undefined || isCutOff || this.#neverStarted.length > 0 || !this.#checks.has(check.id))
      return
    // A stopping engine reports finished checks again in the files that it leaves.
    if (this.#isEnding && [this.#results, this.#refusals, this.#retries].some((some) => some.has(check.id)))
      return
    const event = eventOf(test, check, outcome)
    if (event !== undefined) this.#receive(event)
  }

  /** Results of the checks that wait for another attempt, the most urgent first. */
  get pendingChecks(): readonly CheckEvent[] {
    return this.#retries.events
  }

  /** Returns the number of times that a check ran. */
  attemptsAt(check: string): number {
    return this.#retries.attemptsAt(check)
  }

  /** Receives the result of another attempt at a check. */
  onNextResult(test: TestCase): void {
    const { check, outcome, isCutOff } = test.meta()
    const firstEvent = check && this.#retries.get(check.id)
    if (check === undefined || firstEvent === undefined || isCutOff) return
    const event = eventOf(test, check, outcome)
    if (event === undefined) return
    const nextEvent = this.#decide(event)
    this.#stream.write(this.#retries.countAttempt(nextEvent))
    if (firstEvent.verdict === 'inconclusive' && needsConfirmation(nextEvent)) this.#retries.keep(nextEvent)
    else this.#accept(confirmedResult(firstEvent, nextEvent))
  }

  /** Ends an attempt. A check without a result in the attempt keeps its previous result. */
  endAttempt(check: string, attempt: number): void {
    const event = this.#retries.get(check)
    const attempts = this.attemptsAt(check)
    if (event !== undefined && attempts < attempt) this.#accept(markUnconfirmed(event, attempts))
  }

  /** Records that the run is ended early. */
  recordEarlyEnd(): void {
    this.#isEnding = true
  }

  /** Records that a program never starts. All later results are consequences of that. */
  recordNeverStarted(role: Role, why: string): void {
    this.#neverStarted.push(role)
    this.#errors.push(why)
  }

  /** Sets the verdict of a twin that this run omits, from another run. */
  recordBorrowed(check: string, verdict: Verdict): void {
    this.#twinVerdicts.set(check, verdict)
  }

  /** Records an error outside any check. */
  error(line: string): void {
    this.#errors.push(line)
  }

  /** True if the maximum number of failures is reached. */
  get isStopped(): boolean {
    return this.#failures.size >= (this.#options.maxFailures ?? Infinity)
  }

  /** True if all further results are invalid. */
  get hasInvalidResults(): boolean {
    return this.writeError !== undefined || this.#neverStarted.length > 0
  }

  /** Ends the stream. An interrupted run gets no footer, and checks that wait for an interrupted check did not run. */
  finish(interrupted: boolean): FooterEvent | undefined {
    // Results of checks that could not run again for lack of time stay, as do the results that waited for them.
    this.#isFinished = true
    for (const event of this.#retries.events) this.#accept(markUnconfirmed(event, this.attemptsAt(event.id)))
    if (interrupted) return undefined
    if (!this.isStopped)
      for (const event of this.#refusals.values()) this.#accept(this.#decide(event, this.#controlOf(event)))
    this.#refusals.clear()
    const missingIds = [...this.#checks.keys()].filter((id) => !this.#results.has(id))
    if (missingIds.length > 0 && this.#neverStarted.length === 0 && !this.isStopped)
      this.#errors.push(`${missingIds.length} planned checks were never reported, first ${missingIds[0]}.`)
    const { baseline, compareWithPrevious } = this.#options
    const endedEvents = [...this.#results.values()]
    const footer = footerOf({
      endedChecks: endedEvents,
      plannedCount: this.#checks.size,
      errors: this.#errors,
      staleEntries: baseline?.of.staleEntries(baseline.run) ?? [],
      stoppedAfter: this.isStopped && missingIds.length > 0 ? this.#failures.size : undefined,
      neverStarted: this.#neverStarted,
      previous: compareWithPrevious?.(endedEvents),
    })
    this.#stream.write(footer)
    return footer
  }

  /** Decides a result. Only a successful refusal waits for its twin, without which it proves nothing. */
  #receive(event: Reported): void {
    const { id, verdict, twin } = event
    const hasTwinVerdict = twin === undefined || this.#results.has(twin) || this.#twinVerdicts.has(twin)
    if (verdict === 'held' && !hasTwinVerdict) {
      this.#refusals.set(id, event)
      return
    }
    const control = this.#controlOf(event)
    const ownEvent = this.#decide(event, control)
    // A refusal that lacks only an accepted control check is not repeated, because the control check was repeated.
    if (!isWithoutProof(event, control) && this.#isHeldBack(ownEvent)) return
    this.#accept(ownEvent)
  }

  /** Keeps the result of a check that runs again. Returns false for a final result, and after too many failures. */
  #isHeldBack(own: CheckEvent): boolean {
    if (this.#isFinished) return false
    if (!isRetried(own) || !this.#retries.hasRoomFor(own)) return false
    this.#retries.keep(own)
    this.#stream.write(this.#retries.countAttempt(own))
    if (needsConfirmation(own)) this.#countFailure(own.id)
    return true
  }

  /** Accepts the result of a check as its verdict, and then decides the results that waited for this check. */
  #accept(event: CheckEvent): void {
    const isKnown = event.verdict === 'known-failing' && this.attemptsAt(event.id) === 0
    const settledEvent = isKnown ? (this.#options.fileEvidence?.(event) ?? event) : event
    if (this.#retries.release(settledEvent.id)) this.#ownVerdicts.set(settledEvent.id, settledEvent.verdict)
    this.#results.set(settledEvent.id, settledEvent)
    this.#stream.write(settledEvent)
    if (isRed(settledEvent)) this.#countFailure(settledEvent.id)
    for (const result of [...this.#refusals.values()].filter(({ twin }) => twin === settledEvent.id)) {
      this.#refusals.delete(result.id)
      this.#receive(result)
    }
  }

  #countFailure(check: string): void {
    this.#failures.add(check)
    if (!this.isStopped) return
    this.recordEarlyEnd()
    this.#stop()
  }

  #decide(event: Reported, control?: Control): CheckEvent {
    const program = this.#programs.get(event.rule) ?? 'apiserver'
    const { ownVerdict, event: judged } = finalVerdict(event, {
      control,
      crashes: this.#options.crashes?.(program) ?? [],
      deviation: this.#deviations(event.id, program),
      baseline: this.#options.baseline?.of,
    })
    this.#ownVerdicts.set(event.id, ownVerdict)
    return judged
  }

  #controlOf({ twin }: Reported): Control | undefined {
    if (twin === undefined) return undefined
    return controlOf(this.#results.get(twin), this.#ownVerdicts.get(twin) ?? this.#twinVerdicts.get(twin))
  }
}
