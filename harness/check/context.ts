import { AsyncLocalStorage } from 'node:async_hooks'
import type { Capability } from '../capabilities.ts'
import { isCut, namesCut } from '../client/response.ts'
import type { Dialect, OpenValue } from '../dialect/dialect.ts'
import { HarnessError, type HarnessErrorCode, messageOf } from '../errors.ts'
import { runIntercepted } from '../launch/interception.ts'
import { recordStarts, UsedStarts } from '../launch/reach/used-starts.ts'
import type { HostAbility } from '../machine/abilities.ts'
import { inconclusiveError, isInconclusive } from '../machine/inconclusive.ts'
import {
  type Measurement,
  queuedSince,
  type StarvedProgram,
  runWithTiming,
  Timing,
} from '../machine/timing.ts'
import { interceptionOf } from '../repro/interception.ts'
import type { RunSettings } from '../target/settings.ts'
import type { Target } from '../target/target.ts'
import { nowMs } from '../time.ts'
import { hasCapability } from '../target/capabilities.ts'
import { dialectOf } from '../target/dialects.ts'
import { needsAbility, needsCapability, needsValue } from './needs.ts'
import { type JournalSource, CheckRecord, type EvidenceSource } from './record.ts'

/** A program that may end while a check needs it. */
export interface MonitoredProgram extends StarvedProgram {
  /** True if the program ended by a signal that the harness did not send or with a crash trace. */
  readonly isCrashed: boolean
  /**
   * Returns the resource that this machine lacks, according to the program output since a moment and to the machine's
   * figures.
   */
  shortageSince?(fromMs: number): string | undefined
  death(when: string, isCut: boolean, cause?: unknown): Promise<HarnessError | undefined>
}

/** Time limit of a check, in milliseconds. It ends waits that have no shorter limit of their own. */
export const checkLimitMs = 110_000

/** Longest time in the queue of starts that is not counted as time of a check, in milliseconds. */
export const maxQueuedMs = 600_000

// Codes of errors whose verdict stays the same if a program of the check has died.
const codesWithVerdict: ReadonlySet<HarnessErrorCode> = new Set([
  'crashed',
  'refused',
  'not-applicable',
  'config-fault',
  'interrupted',
])

const targetStorage = new AsyncLocalStorage<Target>()

/** Runs a part of the running check on another target. Its evidence becomes evidence of the check. */
export function runOnTarget<T>(target: Target, part: () => Promise<T>): Promise<T> {
  return targetStorage.run(target, part)
}

/** A running check, with which its body records observations, requires capabilities and declares programs. */
export class CheckContext {
  readonly id: string
  readonly #settings: RunSettings
  /** Identifies the suite file, for objects that its checks share. */
  readonly file: object
  /** Evidence that the check has produced so far. */
  readonly record = new CheckRecord()
  /** The starts of programs that the check uses. */
  readonly usedStarts = new UsedStarts()
  /** Delays by the machine during the check, which may explain a failure. */
  readonly timing = new Timing(() => [...this.record.evidence].flatMap(({ peerUrls }) => peerUrls ?? []))
  readonly #beganMs = nowMs()
  #limit = { fromMs: this.#beganMs, limitMs: checkLimitMs }
  readonly #deferred: (() => Promise<unknown>)[] = []
  readonly #programs = new Set<MonitoredProgram>()

  constructor(id: string, settings: RunSettings, file: object = {}) {
    this.id = id
    this.#settings = settings
    this.file = file
  }

  get settings(): RunSettings {
    const target = targetStorage.getStore()
    return target === undefined ? this.#settings : { ...this.#settings, target }
  }

  /** Sets the remaining time of the check, in milliseconds, without the time in the queue of starts. */
  setRemainingMs(limitMs: number): void {
    this.#limit = { fromMs: nowMs(), limitMs }
  }

  /** Returns the remaining time, in milliseconds. */
  remainingMs(): number {
    const { fromMs, limitMs } = this.#limit
    const queuedMs = Math.min(maxQueuedMs, queuedSince(fromMs))
    return Math.max(0, Math.round(fromMs + limitMs + queuedMs - nowMs()))
  }

  /** Dialect of the target, which spells the terms of the documents. */
  get dialect(): Dialect {
    return dialectOf(this.settings.target)
  }

  /** Records the behaviour of the implementation where the documents leave it open. */
  observe(what: string, value: unknown): void {
    this.record.observations.push({ what, value: value ?? null })
  }

  /** Adds a source to the check's evidence. */
  show(source: EvidenceSource): void {
    this.record.evidence.add(source)
    if (source.start !== undefined) this.usedStarts.add(source.start)
  }

  /** Selects the part of a peer that the check is about. Requests to other parts are not evidence of the check. */
  isAbout(part: JournalSource): void {
    this.record.isAbout(part)
  }

  /**
   * Reports whether the target declares a feature that the documents do not promise, for checks that also work without
   * the feature.
   */
  has(capability: Capability): boolean {
    return hasCapability(this.settings.target, capability)
  }

  /** Ends the check as not applicable if the target lacks a feature that the documents do not promise. */
  needs(capability: Capability): void {
    needsCapability(this.settings.target, capability)
    this.record.neededCapabilities.add(capability)
  }

  /** Ends the check as not applicable if this machine lacks an ability that the check needs. */
  needsHost(ability: HostAbility): void {
    needsAbility(ability)
  }

  /** Returns the dialect's value for a choice that the documents leave open. */
  open(value: OpenValue): string {
    return needsValue(this.dialect, value)
  }

  /** Declares that the check needs a program to stay alive. Its death then explains a failure. */
  dependsOn(program: MonitoredProgram): void {
    this.#programs.add(program)
    this.timing.dependsOn(program)
  }

  /** Declares that the following evidence is a measurement, which a busy machine may spoil. */
  measures(measurement: Measurement): void {
    this.timing.measures(measurement)
  }

  /** Discards the evidence for another measurement. Returns false if nothing can be measured again. */
  async startAgain(): Promise<boolean> {
    if (!(await this.timing.startAgain())) return false
    this.record.forget()
    return true
  }

  /**
   * Returns the error that explains a failure: the crash of a program that the check relied on, if such a program died.
   * An orderly but unrequested end explains an untestable check; unexpected values that the check saw are judged by
   * themselves, unless an overloaded machine caused the end.
   */
  async explain(thrown: unknown): Promise<unknown> {
    if (thrown instanceof HarnessError && codesWithVerdict.has(thrown.code)) return thrown
    const failedAssertion = this.record.assertions.find(({ passed }) => !passed)
    const isConnectionCut = isCut(thrown) || namesCut(JSON.stringify(failedAssertion?.actual ?? null))
    for (const program of this.#programs) {
      const crashError = await program.death('while the check went on', isConnectionCut, thrown)
      const explains = thrown instanceof HarnessError || program.isCrashed || isInconclusive(crashError)
      if (crashError !== undefined && explains) return crashError
    }
    for (const program of this.#programs) {
      const shortageText = program.shortageSince?.(this.#beganMs)
      if (shortageText !== undefined)
        return inconclusiveError(`${shortageText} Otherwise: ${messageOf(thrown)}`, { cause: thrown })
    }
    return this.timing.explain(this.#unfit(thrown))
  }

  /**
   * Returns an `untestable` error in place of a runtime error, if a response of unexpected form may have caused it: the
   * check has used a program.
   */
  #unfit(thrown: unknown): unknown {
    if (this.record.evidence.size === 0 || !isFormError(thrown)) return thrown
    return new HarnessError(
      'untestable',
      `What the program answered has not the form to go on with: ${textOf(thrown)}`,
      {
        cause: thrown,
      },
    )
  }

  /** Runs an action after the check has ended and its evidence is written. */
  defer(action: () => Promise<unknown>): void {
    this.#deferred.push(action)
  }

  /** Runs the deferred actions, the latest first. */
  async end(): Promise<void> {
    for (const action of this.#deferred.reverse()) await action()
  }
}

// Errors that the runtime throws for a text that is not JSON, or for a value without the expected members.
const formErrorNames: ReadonlySet<string> = new Set(['SyntaxError', 'TypeError', 'RangeError', 'URIError'])

function isFormError(thrown: unknown): thrown is Error {
  return thrown instanceof Error && formErrorNames.has(thrown.name)
}

/** Returns the text of an error with the source location where it was thrown. */
function textOf({ name, message, stack = '' }: Error): string {
  const stackFrame = stack.split('\n').find((line) => /^ *at /.test(line))
  return `${name}: ${message}${stackFrame === undefined ? '' : `\n${stackFrame}`}`
}

const storage = new AsyncLocalStorage<CheckContext>()

/** Runs a check's body as the current check. */
export function runAs<T>(context: CheckContext, body: () => Promise<T>): Promise<T> {
  const { id, settings, record, timing, usedStarts } = context
  const interception = interceptionOf(settings, id, (launch) => record.launches.push(launch))
  return storage.run(context, () =>
    recordStarts(usedStarts, () => runWithTiming(timing, () => runIntercepted(interception, body))),
  )
}

/** Returns the running check. Throws if there is none, so that nothing recorded gets lost. */
export function currentCheck(): CheckContext {
  const check = storage.getStore()
  if (check !== undefined) return check
  throw new HarnessError(
    'harness-fault',
    'Something asked for the running check outside of any: call it within the body of a check.',
  )
}

/** Returns the running check, for code that also works outside a check. */
export function runningCheck(): CheckContext | undefined {
  return storage.getStore()
}
