import { AsyncLocalStorage } from 'node:async_hooks'
import type { Capability, Dialect, OpenValue } from '../dialect/dialect.ts'
import { HarnessError, messageOf } from '../errors.ts'
import type { Assertion, Launch, Observation, TimelineEntry } from '../events.ts'
import type { RunSettings } from '../settings.ts'

/** Something whose history belongs to a check's evidence: a launched program with its peers. */
export interface Subject {
  readonly name: string
  timeline(fromMs: number, toMs: number): readonly TimelineEntry[]
  /** Copies its configuration files and output into the evidence folder. */
  save(directory: string): void
}

/** What a running check has seen and used so far. */
export class CheckContext {
  readonly id: string
  readonly settings: RunSettings
  readonly dialect: Dialect
  readonly assertions: Assertion[] = []
  readonly observations: Observation[] = []
  readonly launches: Launch[] = []
  readonly subjects = new Set<Subject>()

  constructor(id: string, settings: RunSettings, dialect: Dialect) {
    this.id = id
    this.settings = settings
    this.dialect = dialect
  }

  readonly #deferred: (() => Promise<unknown>)[] = []
  #doubts: (() => string | undefined)[] = []
  #onceMore: (() => Promise<void> | void)[] | undefined

  /** Adds a reason, asked for when the check fails, why what it saw may be the machine's doing. */
  doubt(reason: () => string | undefined): void {
    this.#doubts.push(reason)
  }

  /** What a failure comes to whose measurement is in doubt: inconclusive; `undefined` when nothing speaks for that. */
  inDoubt(thrown: unknown): HarnessError | undefined {
    if (thrown instanceof HarnessError && thrown.code !== 'untestable') return undefined
    for (const doubt of this.#doubts) {
      const reason = doubt()
      if (reason !== undefined)
        return new HarnessError('inconclusive', `${reason} Otherwise: ${messageOf(thrown)}`, {
          cause: thrown,
        })
    }
    return undefined
  }

  /** Says that what the check measures can be measured once more, after this has forgotten it. */
  onceMore(forget: () => Promise<void> | void): void {
    this.#onceMore ??= []
    this.#onceMore.push(forget)
  }

  /** Forgets what was seen, for another measurement; false when nothing can be measured again. */
  async startAgain(): Promise<boolean> {
    if (this.#onceMore === undefined) return false
    await Promise.all(this.#onceMore.map(async (forget) => forget()))
    this.#onceMore = undefined
    this.#doubts = []
    this.assertions.length = 0
    this.observations.length = 0
    this.subjects.clear()
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
    return this.settings.target.capabilities?.[capability] ?? this.dialect.capabilities.has(capability)
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

const storage = new AsyncLocalStorage<CheckContext>()

/** Runs a check's body as the current check. */
export function runAs<T>(context: CheckContext, body: () => Promise<T>): Promise<T> {
  return storage.run(context, body)
}

/** The check that is running here, if any. */
export function currentCheck(): CheckContext | undefined {
  return storage.getStore()
}
