import type { Plan, PlannedCheck } from '../catalogue.ts'
import { HarnessError } from '../errors.ts'
import type { RunEvent } from '../events.ts'
import type { HeaderEvent } from '../header.ts'
import { type ChangeOptions, readChange } from '../reach/change.ts'
import { type Choice, chooseChecks } from '../reach/choose.ts'
import type { ChangedFile } from '../reach/diff.ts'
import { loadReach } from '../reach/load.ts'
import type { ReachFile } from '../reach/schema.ts'
import type { Verdict } from '../verdict.ts'

/** Options of a run after a change. */
export interface SinceOptions extends ChangeOptions {
  /** Path of the file with the code that each check reaches. */
  readonly since?: string
  /** True if only checks that reach the change run. */
  readonly onlyReached?: true
}

/**
 * Returns the run after a change that the command line describes; `undefined` if the options describe no change.
 * @throws HarnessError `usage` or `config-fault`
 */
export async function changedRunOf(options: SinceOptions): Promise<ChangedRun | undefined> {
  const { since, diff, oldSource, newSource, onlyReached } = options
  if (since !== undefined) {
    const reach = loadReach(since)
    return new ChangedRun(since, reach, await readChange(options, reach))
  }
  if ([diff, oldSource, newSource, onlyReached].every((one) => one === undefined)) return undefined
  throw new HarnessError(
    'usage',
    '--diff, --old-source, --new-source and --only-reached need --since FILE, which `run --record-reach FILE` writes.',
  )
}

/** A run after a change, with the checks that run first and the messages about them. */
export class ChangedRun {
  readonly #since: string
  readonly #reach: ReachFile
  readonly #changes: readonly ChangedFile[]
  readonly #verdicts = new Map<string, Verdict>()
  #reached: ReadonlySet<string> = new Set()
  #latest: { readonly planned: readonly PlannedCheck[]; readonly choice: Choice } | undefined

  constructor(since: string, reach: ReachFile, changes: readonly ChangedFile[]) {
    this.#since = since
    this.#reach = reach
    this.#changes = changes
  }

  /**
   * Returns the checks of a run that leaves out all checks that do not reach the change.
   * @throws HarnessError `nothing-selected` if no check reaches the change
   */
  reachingChecks(selected: readonly PlannedCheck[]): readonly string[] {
    const choice = this.#choose(selected)
    if (choice.reached.length === 0)
      throw new HarnessError('nothing-selected', `--only-reached: ${this.#textOf(choice)}`)
    return choice.reached
  }

  /** Returns the checks that run first: those that reach the change, each after the twins that it depends on. */
  firstChecks(plan: Plan): readonly string[] {
    const { reached } = this.#choose(plan.checks)
    this.#reached = new Set(reached)
    const twins = new Map(plan.checks.map(({ id, twin }) => [id, twin]))
    const order = new Set<string>()
    const add = (id: string): void => {
      const twin = twins.get(id)
      if (twin !== undefined && !order.has(twin)) add(twin)
      order.add(id)
    }
    for (const id of reached) add(id)
    return [...order]
  }

  /** Returns the lines that are printed before a run. */
  introduction({ plan, suiteDigest, startedAt }: HeaderEvent): string {
    return [this.#textOf(this.#choose(plan.checks)), ...this.#ageText(plan, suiteDigest, startedAt)].join(
      '\n',
    )
  }

  /**
   * Returns a line about the event, if it is the first or the last verdict of a check that reaches the change.
   * @param elapsedMs time since the start of the command, in milliseconds
   */
  noteOf(event: RunEvent, elapsedMs: number): string | undefined {
    if (event.type !== 'check' && event.type !== 'attempt') return undefined
    if (!this.#reached.has(event.id) || this.#verdicts.has(event.id)) return undefined
    this.#verdicts.set(event.id, event.verdict)
    const seconds = `${(elapsedMs / 1000).toFixed(1)} s`
    const first = `First verdict of a check that reaches the change after ${seconds}: ${event.verdict} (${event.id}).`
    const isLast = this.#verdicts.size === this.#reached.size
    if (!isLast) return this.#verdicts.size === 1 ? first : undefined
    const counts = new Map<Verdict, number>()
    for (const verdict of this.#verdicts.values()) counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
    const countTexts = [...counts].map(([verdict, count]) => `${count} ${verdict}`).join(', ')
    return `Verdicts of all checks that reach the change (${this.#reached.size}) after ${seconds}: ${countTexts}.`
  }

  #choose(planned: readonly PlannedCheck[]): Choice {
    if (this.#latest?.planned !== planned)
      this.#latest = { planned, choice: chooseChecks(this.#reach, this.#changes, planned) }
    return this.#latest.choice
  }

  #textOf({ reached, unknown, files, otherFiles }: Choice): string {
    const otherFilesText = `${listOf(otherFiles)} ${otherFiles.length === 1 ? 'is' : 'are'} not in ${this.#since}.`
    if (this.#changes.length === 0) return 'The change is empty, so no check reaches it.'
    if (files.length === 0)
      return `No changed file is in ${this.#since}, so no check is known to reach the change: ${otherFilesText}`
    const unknownText = unknown === 0 ? '' : ` (of ${unknown} of them it is not known what they reach)`
    const reachedText =
      reached.length === 0
        ? `No check reaches the changed lines of ${listOf(files)}.`
        : `${reached.length} ${reached.length === 1 ? 'check reaches' : 'checks reach'} the changed lines of ${listOf(files)} and ${reached.length === 1 ? 'runs' : 'run'} first${unknownText}.`
    return otherFiles.length === 0 ? reachedText : `${reachedText} ${otherFilesText}`
  }

  #ageText(plan: Plan, suites: string, startedAt: string): string[] {
    const { recorded, checks = [] } = this.#reach
    if (recorded === undefined || recorded.suites === suites) return []
    const recordedIds = new Set(checks.map(([id]) => id))
    const missing = plan.checks.filter(({ id }) => !recordedIds.has(id)).length
    const days = Math.floor((Date.parse(startedAt) - Date.parse(recorded.at)) / dayMs)
    return [
      `${this.#since} was recorded with other suites (${recorded.tool}, ${days} days ago). ${missing} of the ${plan.checks.length} planned checks are not in it, and are assumed to reach everything. \`run --record-reach\` records again.`,
    ]
  }
}

const dayMs = 86_400_000
const maxListedFiles = 3

function listOf(files: readonly string[]): string {
  if (files.length <= maxListedFiles) return files.join(', ')
  return `${files.slice(0, maxListedFiles).join(', ')} and ${files.length - maxListedFiles} more files`
}
