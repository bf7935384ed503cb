import { AsyncLocalStorage } from 'node:async_hooks'
import type { Capability, Dialect, OpenValue } from '../dialect/dialect.ts'
import { dialectOf } from '../dialect/index.ts'
import { isCut, tellsOfCut } from '../client/outcome.ts'
import { HarnessError, type HarnessErrorCode, messageOf } from '../errors.ts'
import { type HostAbility, hasAbility, hostAbilities } from '../host/abilities.ts'
import type { Assertion, Launch, Observation, TimelineEntry } from '../events.ts'
import { nowMs } from '../clock.ts'
import { doubtfulShare, onLateMachine, ownLateness } from '../observe/lateness.ts'
import type { RunSettings } from '../settings.ts'
import type { NumberedRequest } from '../repro/sequence.ts'
import { offers } from '../target/capabilities.ts'

/** Something whose history belongs to a check's evidence: a launched program with its peers. */
export interface EvidenceSource {
  readonly name: string
  /** @param concerns the parts of peers that the check names; what was asked of their siblings stays out */
  timeline(fromMs: number, toMs: number, concerns: Concerns): readonly TimelineEntry[]
  /** Copies its configuration files and output into the evidence folder. */
  save(directory: string): void
  /** Command lines by which a person asks it something. */
  reachedBy?(): readonly string[]
}

/** Parts of peers, such as one of many issuers, by the peer's role. */
export type Concerns = ReadonlyMap<string, ReadonlySet<Asked>>

/** Whatever keeps a journal of its own. */
export interface Asked {
  readonly role: string
  readonly journal: readonly object[]
}

/** Something about time that a check sees, and how a busy machine may have spoiled it. */
export interface Measurement {
  /** Asked when the check fails: why what it saw may be the machine's doing. */
  readonly doubt?: () => string | undefined
  /** Forgets what was measured, so that it can be measured once more; left out, it cannot. */
  readonly again?: () => Promise<void> | void
}

/** A program that may die while a check needs it. */
export interface Mortal {
  /** Whether it ended by a signal of others or with a crash trace. */
  readonly isCrashed: boolean
  /** How long the machine has kept it from working since it began. */
  readonly starvedMs: number
  death(when: string, isCut: boolean, cause?: unknown): Promise<HarnessError | undefined>
}

// Verdicts that no program's death explains.
const ownVerdicts: ReadonlySet<HarnessErrorCode> = new Set([
  'crashed',
  'not-applicable',
  'config-fault',
  'interrupted',
])

/** What a running check has seen and used so far. */
export class CheckContext {
  readonly id: string
  readonly settings: RunSettings
  /** Stands for the suite file, for what its checks share. */
  readonly file: object
  readonly assertions: Assertion[] = []
  readonly observations: Observation[] = []
  readonly launches: Launch[] = []
  readonly evidence = new Set<EvidenceSource>()
  readonly concerns = new Map<string, Set<Asked>>()
  /** What it asked the program, where somebody looks into it. */
  readonly requests: NumberedRequest[] = []

  constructor(id: string, settings: RunSettings, file: object = {}) {
    this.id = id
    this.settings = settings
    this.file = file
  }

  readonly #deferred: (() => Promise<unknown>)[] = []
  /** How long each had been starved before the check. */
  readonly #reliedOn = new Map<Mortal, number>()
  #measurements: Measurement[] = []
  #vainOnLateMachine = false

  /** How the target spells the documents' words. */
  get dialect(): Dialect {
    return dialectOf(this.settings.target)
  }

  /** Makes something part of the check's evidence. */
  show(source: EvidenceSource): void {
    this.evidence.add(source)
  }

  /** Names a part of a peer that the check is about: what others of its kind are asked meanwhile is no evidence of it. */
  isAbout(part: Asked): void {
    const parts = this.concerns.get(part.role) ?? new Set()
    this.concerns.set(part.role, parts.add(part))
  }

  /** Says that the check needs a program to stay alive, whose death then explains what fails. */
  reliesOn(program: Mortal): void {
    if (!this.#reliedOn.has(program)) this.#reliedOn.set(program, program.starvedMs)
  }

  /**
   * What a failure comes to: the crash of a program that it relied on, where one died. An orderly end that nobody asked
   * for explains what could not be tested; what the check saw and did not expect is judged by itself.
   */
  async explained(thrown: unknown): Promise<unknown> {
    if (thrown instanceof HarnessError && ownVerdicts.has(thrown.code)) return thrown
    const compared = this.assertions.find(({ passed }) => !passed)
    const wasCut = isCut(thrown) || tellsOfCut(JSON.stringify(compared?.actual ?? null))
    for (const program of this.#reliedOn.keys()) {
      const death = await program.death('while the check went on', wasCut, thrown)
      if (death !== undefined && (thrown instanceof HarnessError || program.isCrashed)) return death
    }
    return this.wasTooLate(thrown)
      ? inconclusive(`${messageOf(thrown)} This machine was late`, thrown)
      : thrown
  }

  /** Whether a failure says nothing, because the machine and not the implementation may have been too late. */
  wasTooLate(thrown: unknown): boolean {
    return this.#isLate(thrown) || (this.#vainOnLateMachine && isJudged(thrown))
  }

  /** Notes that something did not come true within a limit that ends now, which only counts where the machine was in time. */
  waitedInVain(withinMs: number): void {
    if (this.lostMs(withinMs) >= doubtfulShare * withinMs) this.#vainOnLateMachine = true
  }

  /** What the end of a check that took too long comes to: the harness's fault, unless the machine was late. */
  tooLong(limitMs: number): HarnessError {
    const what = `The check did not end within ${limitMs} ms.`
    if (this.lostMs(limitMs) < doubtfulShare * limitMs) return new HarnessError('harness-fault', what)
    return inconclusive(`${what} This machine was late`)
  }

  /** How long this process, or a program that the check relies on, was kept from working within a time that ends now. */
  lostMs(withinMs: number): number {
    const starved = [...this.#reliedOn].map(([program, beforeMs]) => program.starvedMs - beforeMs)
    return Math.max(ownLateness().since(nowMs() - withinMs), ...starved)
  }

  /** Whether a limit passed while the machine kept the harness or the program from working. */
  #isLate(thrown: unknown): boolean {
    if (!(thrown instanceof HarnessError) || thrown.limitMs === undefined) return false
    return thrown.code === 'untestable' && this.lostMs(thrown.limitMs) >= doubtfulShare * thrown.limitMs
  }

  /** Says that what the check sees from here on is a measurement, which a busy machine may spoil. */
  measures(measurement: Measurement): void {
    this.#measurements.push(measurement)
  }

  /** What a failure comes to whose measurement is in doubt: inconclusive; `undefined` when nothing speaks for that. */
  inDoubt(thrown: unknown): HarnessError | undefined {
    if (thrown instanceof HarnessError && thrown.code !== 'untestable') return undefined
    for (const { doubt } of this.#measurements) {
      const reason = doubt?.()
      if (reason !== undefined)
        return new HarnessError('inconclusive', `${reason} Otherwise: ${messageOf(thrown)}`, {
          cause: thrown,
        })
    }
    return undefined
  }

  /** Forgets what was seen, for another measurement; false when nothing can be measured again. */
  async startAgain(): Promise<boolean> {
    const again = this.#measurements.flatMap(({ again: forget }) => forget ?? [])
    if (again.length === 0) return false
    await Promise.all(again.map(async (forget) => forget()))
    this.#measurements = []
    this.#vainOnLateMachine = false
    this.assertions.length = 0
    this.observations.length = 0
    this.evidence.clear()
    this.requests.length = 0
    return true
  }

  /** Runs something once the check has ended and its evidence is written. */
  defer(action: () => Promise<unknown>): void {
    this.#deferred.push(action)
  }

  /** Runs what was deferred, the latest first. */
  async end(): Promise<void> {
    for (const action of this.#deferred.reverse()) await action()
  }

  /** Records what the implementation does where the documents leave it open. */
  observe(what: string, value: unknown): void {
    this.observations.push({ what, value: value ?? null })
  }

  /** Whether the target declares something the documents do not promise: for what a check can also see otherwise. */
  has(capability: Capability): boolean {
    return offers(this.settings.target, capability)
  }

  /** Ends the check as not applicable when the target lacks something the documents do not promise. */
  needs(capability: Capability): void {
    if (!this.has(capability)) {
      throw new HarnessError(
        'not-applicable',
        `This check needs the capability ${capability}, which the target does not declare.`,
      )
    }
  }

  /** Ends the check as not applicable when this machine cannot do what the check needs of it. */
  needsHost(ability: HostAbility): void {
    if (!hasAbility(ability)) {
      throw new HarnessError(
        'not-applicable',
        `This check needs ${hostAbilities[ability]} of this machine (${ability}), which it does not give.`,
      )
    }
  }

  /** The dialect's value for something that the documents leave open. */
  open(value: OpenValue): string {
    const known = this.dialect.open[value]
    if (known === undefined) {
      throw new HarnessError(
        'not-applicable',
        `This check needs a value for ${value}, which the dialect does not name.`,
      )
    }
    return known
  }
}

/** Whether a failure says that something is otherwise than documented, or could not be seen. */
function isJudged(thrown: unknown): boolean {
  return !(thrown instanceof HarnessError) || thrown.code === 'untestable'
}

function inconclusive(said: string, cause?: unknown): HarnessError {
  return new HarnessError('inconclusive', `${said}, so that says nothing; ${onLateMachine}.`, { cause })
}

const storage = new AsyncLocalStorage<CheckContext>()

/** Runs a check's body as the current check. */
export function runAs<T>(context: CheckContext, body: () => Promise<T>): Promise<T> {
  return storage.run(context, body)
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
