import { AsyncLocalStorage } from 'node:async_hooks'
import type { Capability } from '../capabilities.ts'
import { isCut, tellsOfCut } from '../client/outcome.ts'
import type { Dialect, OpenValue } from '../dialect/dialect.ts'
import { HarnessError, type HarnessErrorCode, messageOf } from '../errors.ts'
import { intercepting } from '../launch/interception.ts'
import { notingStarts, UsedStarts } from '../launch/reach/used-starts.ts'
import type { HostAbility } from '../machine/abilities.ts'
import { inconclusive } from '../machine/inconclusive.ts'
import { type Measurement, type Starved, timedBy, Timing } from '../machine/timing.ts'
import { interceptionOf } from '../repro/interception.ts'
import type { RunSettings } from '../target/settings.ts'
import { nowMs } from '../time.ts'
import { offers } from '../target/capabilities.ts'
import { dialectOf } from '../target/dialects.ts'
import { needsAbility, needsCapability, needsValue } from './needs.ts'
import { type Asked, CheckRecord, type EvidenceSource } from './record.ts'

/** A program that may die while a check needs it. */
export interface Mortal extends Starved {
  /** Whether it ended by a signal of others or with a crash trace. */
  readonly isCrashed: boolean
  /** What this machine lacks, by what it printed since a moment and by the machine's own figures. */
  shortageSince?(fromMs: number): string | undefined
  death(when: string, isCut: boolean, cause?: unknown): Promise<HarnessError | undefined>
}

/** After which a check is ended, in milliseconds: every wait inside has its own, shorter limit; this one only ends what forgot its own. */
export const checkLimitMs = 110_000

// Verdicts that no program's death explains.
const ownVerdicts: ReadonlySet<HarnessErrorCode> = new Set([
  'crashed',
  'refused',
  'not-applicable',
  'config-fault',
  'interrupted',
])

/** A running check, as those see it who write checks: what it notes, what it needs, and what it relies on. */
export class CheckContext {
  readonly id: string
  readonly settings: RunSettings
  /** Stands for the suite file, for what its checks share. */
  readonly file: object
  /** What it has seen so far. */
  readonly record = new CheckRecord()
  /** The starts of programs that it uses. */
  readonly used = new UsedStarts()
  /** What the machine took from it. */
  readonly timing = new Timing(() => [...this.record.evidence].flatMap(({ peerUrls }) => peerUrls ?? []))
  readonly #beganMs = nowMs()
  #endsAtMs = this.#beganMs + checkLimitMs
  readonly #deferred: (() => Promise<unknown>)[] = []
  readonly #programs = new Set<Mortal>()

  constructor(id: string, settings: RunSettings, file: object = {}) {
    this.id = id
    this.settings = settings
    this.file = file
  }

  /** Says how long it may take from now on, in milliseconds. */
  mayTake(limitMs: number): void {
    this.#endsAtMs = nowMs() + limitMs
  }

  /** How much of its time is left, in milliseconds. */
  leftMs(): number {
    return Math.max(0, this.#endsAtMs - nowMs())
  }

  /** How the target spells the documents' words. */
  get dialect(): Dialect {
    return dialectOf(this.settings.target)
  }

  /** Records what the implementation does where the documents leave it open. */
  observe(what: string, value: unknown): void {
    this.record.observations.push({ what, value: value ?? null })
  }

  /** Makes something part of the check's evidence. */
  show(source: EvidenceSource): void {
    this.record.evidence.add(source)
    if (source.start !== undefined) this.used.add(source.start)
  }

  /** Names a part of a peer that the check is about: what others of its kind are asked meanwhile is no evidence of it. */
  isAbout(part: Asked): void {
    this.record.isAbout(part)
  }

  /** Whether the target declares something the documents do not promise: for what a check can also see otherwise. */
  has(capability: Capability): boolean {
    return offers(this.settings.target, capability)
  }

  /** Ends the check as not applicable when the target lacks something the documents do not promise. */
  needs(capability: Capability): void {
    needsCapability(this.settings.target, capability)
    this.record.needed.add(capability)
  }

  /** Ends the check as not applicable when this machine cannot do what the check needs of it. */
  needsHost(ability: HostAbility): void {
    needsAbility(ability)
  }

  /** The dialect's value for something that the documents leave open. */
  open(value: OpenValue): string {
    return needsValue(this.dialect, value)
  }

  /** Says that the check needs a program to stay alive, whose death then explains what fails. */
  reliesOn(program: Mortal): void {
    this.#programs.add(program)
    this.timing.reliesOn(program)
  }

  /** Says that what the check sees from here on is a measurement, which a busy machine may spoil. */
  measures(measurement: Measurement): void {
    this.timing.measures(measurement)
  }

  /** Forgets what was seen, for another measurement; false when nothing can be measured again. */
  async startAgain(): Promise<boolean> {
    if (!(await this.timing.startAgain())) return false
    this.record.forget()
    return true
  }

  /**
   * What a failure comes to: the crash of a program that it relied on, where one died. An orderly end that nobody asked
   * for explains what could not be tested; what the check saw and did not expect is judged by itself.
   */
  async explained(thrown: unknown): Promise<unknown> {
    if (thrown instanceof HarnessError && ownVerdicts.has(thrown.code)) return thrown
    const compared = this.record.assertions.find(({ passed }) => !passed)
    const wasCut = isCut(thrown) || tellsOfCut(JSON.stringify(compared?.actual ?? null))
    for (const program of this.#programs) {
      const death = await program.death('while the check went on', wasCut, thrown)
      if (death !== undefined && (thrown instanceof HarnessError || program.isCrashed)) return death
    }
    for (const program of this.#programs) {
      const shortage = program.shortageSince?.(this.#beganMs)
      if (shortage !== undefined)
        return inconclusive(`${shortage} Otherwise: ${messageOf(thrown)}`, { cause: thrown })
    }
    return this.timing.explained(this.#unfit(thrown))
  }

  /** What an error comes to that a value of another form than expected brings about, where a program was asked. */
  #unfit(thrown: unknown): unknown {
    if (this.record.evidence.size === 0 || !isOfForm(thrown)) return thrown
    return new HarnessError(
      'untestable',
      `What the program answered has not the form to go on with: ${textOf(thrown)}`,
      {
        cause: thrown,
      },
    )
  }

  /** Runs something once the check has ended and its evidence is written. */
  defer(action: () => Promise<unknown>): void {
    this.#deferred.push(action)
  }

  /** Runs what was deferred, the latest first. */
  async end(): Promise<void> {
    for (const action of this.#deferred.reverse()) await action()
  }
}

// What the runtime throws where something is read that is no JSON, or has not the members that it should have.
const ofForm: ReadonlySet<string> = new Set(['SyntaxError', 'TypeError', 'RangeError', 'URIError'])

function isOfForm(thrown: unknown): thrown is Error {
  return thrown instanceof Error && ofForm.has(thrown.name)
}

/** An error with the place where it was thrown. */
function textOf({ name, message, stack = '' }: Error): string {
  const place = stack.split('\n').find((line) => /^ *at /.test(line))
  return `${name}: ${message}${place === undefined ? '' : `\n${place}`}`
}

const storage = new AsyncLocalStorage<CheckContext>()

/** Runs a check's body as the current check. */
export function runAs<T>(context: CheckContext, body: () => Promise<T>): Promise<T> {
  const { id, settings, record } = context
  const interception = interceptionOf(settings, id, (launch) => record.launches.push(launch))
  return storage.run(context, () =>
    notingStarts(context.used, () => timedBy(context.timing, () => intercepting(interception, body))),
  )
}

/** The check that is running here; rejects where none is, so that nothing it is told gets lost. */
export function currentCheck(): CheckContext {
  const check = storage.getStore()
  if (check !== undefined) return check
  throw new HarnessError(
    'harness-fault',
    'Something asked for the running check outside of any: call it within the body of a check.',
  )
}

/** The check that is running here, for what also works outside of any. */
export function runningCheck(): CheckContext | undefined {
  return storage.getStore()
}
