import { type ExcludedRule, isExcluded, type Plan, type Rule } from '../catalogue.ts'
import { Baseline } from '../baseline/judge.ts'
import type { LoadedBaseline } from '../baseline/load.ts'
import { isSameFilter } from '../baseline/filter.ts'
import { knownDeviations, verifyDeviations } from '../engine/known-deviations.ts'
import { sporadicCrashes } from '../engine/sporadic-crashes.ts'
import { isFiltered, planOf, type Selection } from '../engine/plan.ts'
import { Recorder, type RecorderOptions } from '../engine/recorder.ts'
import { keptDurations } from '../engine/shards.ts'
import type { HeaderEvent, Invocation, RunEvent } from '../events.ts'
import type { EvidenceKept } from '../evidence-kept.ts'
import type { Capability } from '../capabilities.ts'
import { offers } from '../target/capabilities.ts'
import type { Profile } from '../profiles.ts'
import type { Target } from '../target/target.ts'
import { dialects } from '../target/dialects.ts'
import { minorVersions } from '../target/versions.ts'
import { inTime } from '../in-time.ts'
import { interrupts } from '../interrupts.ts'
import { fileAway } from './file-away.ts'
import {
  chosenOf,
  closesInterruptedWithinMs,
  finished,
  headerOf,
  judge,
  unlessInterrupted,
} from './judging.ts'
import { type Opened, openSession } from './open.ts'
import { takeOut, type Writer } from './out-directory.ts'
import { previousRun } from './previous.ts'
import type { LiveView, Product } from './product.ts'
import { mostAttempted } from './second-attempts.ts'
import { defaultJobs, suiteDigest } from './session.ts'

/** What became of a run. */
export interface Ran {
  readonly events: readonly RunEvent[]
  readonly interrupted: boolean
  /** What an earlier run left, which may still have to be removed. */
  readonly earlier?: string
}

/** Who looks on while a run goes on, and what is done with its events before others may use its directory. */
export interface Observers {
  /** Shows that there will be something to look at. */
  readonly preparing?: () => { end(): void }
  readonly live: (header: HeaderEvent) => LiveView
  readonly write?: (events: readonly RunEvent[]) => Promise<void>
}

/** What the checks of a run are chosen by, and how they run. */
export interface ExecuteOptions extends Pick<Selection, 'only' | 'grep'> {
  readonly profile?: readonly Profile[]
  readonly shard?: Selection['shard']
  readonly out: string
  readonly jobs?: number
  /** After so many failures it stops. */
  readonly maxFailures?: number
  readonly seed: number
  readonly generate?: number
  readonly thorough: boolean
  /** Of which checks evidence is kept; default `all`. */
  readonly evidence?: EvidenceKept
  /** The failures that are known. */
  readonly known?: LoadedBaseline
  /** Only these checks run, as far as they still exist. */
  readonly again?: readonly string[]
  /** The output directory of the run before it, if not its own. */
  readonly after?: string
  /** Whether each program must come up once before anything is judged. */
  readonly startsFirst?: true
  /** Whether nothing is judged twice: where only the wiring is looked at. */
  readonly judgesOnce?: true
}

/** What a run needs beside its options. */
export interface Scope {
  readonly product: Product
  readonly argv: readonly string[]
  /** Whose results these are; default `run`. */
  readonly writer?: Writer
  /** What that says of how it judges. */
  readonly invocation: Invocation
  /** Which rules belong to the command. */
  readonly within: (rule: Rule | ExcludedRule) => boolean
}

const nothingPlanned: Plan = { rules: [], checks: [], outOfScope: [], profiles: [] }
// Programs are stopped within their own limits; what then still hangs is left to the reaper.
const closesAtLastWithinMs = 5_000

/**
 * Plans and runs against a target; the event stream is written as it comes. An interrupt at any moment ends it in order:
 * what there is by then is written, if only that nothing ran.
 */
export async function execute(
  target: Target,
  options: ExecuteOptions,
  scope: Scope,
  observers: Observers,
): Promise<Ran> {
  const { product } = scope
  const since = isRun(scope) ? previousRun(options.after ?? options.out, target) : undefined
  const out = takeOut(options.out, scope.writer)
  let opened: Opened | undefined
  let isOver = true
  const preparation = observers.preparing?.()
  try {
    void interrupts.asked.then(sayInterrupted)
    opened = openSession({
      product,
      target,
      outDir: out.path,
      seed: options.seed,
      ...(options.generate !== undefined && { generate: options.generate }),
      thorough: options.thorough,
      ...(options.evidence && { evidence: options.evidence }),
      invocation: scope.invocation,
      asksLater: asksLater(target, options),
      ...(out.earlier !== undefined && { discard: out.earlier }),
    })
    const prepared = await unlessInterrupted(prepare(opened, target, options, scope))
    const selection = selectionOf(options)
    const { plan, jobs } = prepared ?? { plan: nothingPlanned, jobs: 1 }
    const header = headerOf({
      tool: { name: product.name, version: product.version },
      target,
      programs:
        (interrupts.happened ? undefined : await unlessInterrupted(opened.programs)) ?? unasked(target),
      seed: options.seed,
      jobs,
      suiteDigest: suiteDigest(product.suitesDir),
      argv: scope.argv,
      invocation: scope.invocation,
      selection,
      ...(options.evidence === 'red' && { evidence: options.evidence }),
      ...(options.known && { baseline: named(options.known) }),
      plan,
    })
    preparation?.end()
    const view = observers.live(header)
    const versions = minorVersions(target.dialect, header.target.programs)
    const known = knownDeviations(target, versions)
    const recorder = new Recorder(out.path, header, known, (event) => view.event(event), {
      ...recorderOptions(options, header, prepared),
      crashes: sporadicCrashes(target, versions),
      filed: (event) => fileAway(out.path, event),
      ...(since && { since }),
    })
    isOver = prepared !== undefined && (await judge({ ...prepared, recorder }))
    const events = finished(recorder)
    await observers.write?.(events)
    view.end()
    return {
      events,
      interrupted: interrupts.happened,
      ...(out.earlier !== undefined && { earlier: out.earlier }),
    }
  } finally {
    preparation?.end()
    // What hangs is left to the reaper, which ends with this process.
    const closesWithinMs = interrupts.happened ? closesInterruptedWithinMs : closesAtLastWithinMs
    await inTime(opened?.close(), isOver ? closesWithinMs : 0)
    out.release()
  }
}

/** What only looks at the wiring, and what is certified, has no run before it. */
const isRun = ({ writer = 'run' }: Scope): boolean => writer === 'run'

type Prepared = Awaited<ReturnType<typeof prepare>>

/** Everything that a run needs before its first check. */
async function prepare(
  { session, catalogue: read }: Opened,
  target: Target,
  options: ExecuteOptions,
  { product, within }: Scope,
) {
  const catalogue = await read()
  verifyDeviations(target, catalogue.checks.keys())
  const durations = keptDurations(product.suitesDir)
  const plan = planOf(catalogue, {
    ...selectionOf(options),
    durations,
    within,
    target,
    mayBeGone: options.again !== undefined,
  })
  const chosen = chosenOf(catalogue, plan)
  // A program that lacks what all of its rules need may be unable to start, and is not asked to.
  const judged = plan.rules.filter(
    (rule) =>
      !isExcluded(rule) && (rule.capability === undefined || offers(target, rule.capability as Capability)),
  )
  const roles = new Set(judged.map(({ program }) => program))
  if (asksLater(target, options)) session.askVersions(new Set(plan.rules.map(({ program }) => program)))
  const first = options.startsFirst ? session.firstStart(roles) : Promise.resolve(undefined)
  // Whoever waits for it hears of it.
  first.catch(() => {})
  const jobs = options.jobs ?? defaultJobs(chosen)
  const files = new Set(chosen.map(({ module }) => module)).size
  const engine = await session.engine(Math.min(jobs, files))
  return { plan, chosen, jobs, engine, first, exists: (check: string) => catalogue.checks.has(check) }
}

/**
 * Whether it is known first which programs are judged, and only these are asked for their versions: four questions take
 * longer than a check. Where versions change how suites spell, all are asked, whichever is judged.
 */
function asksLater({ dialect }: Target, options: ExecuteOptions): boolean {
  return isFiltered(selectionOf(options)) && dialects[dialect]?.versionBehind === undefined
}

/** What was asked for, of all that there is. */
function selectionOf({ only: globs, grep, again, profile, shard }: ExecuteOptions): HeaderEvent['selection'] {
  const only = again ?? globs
  return {
    ...(only && { only }),
    ...(grep && { grep }),
    ...(profile && { profiles: profile }),
    ...(shard && { shard }),
  }
}

function named({ file, digest, failures }: LoadedBaseline): NonNullable<HeaderEvent['baseline']> {
  return { file, digest, entries: failures.length }
}

function recorderOptions(
  { known, maxFailures, judgesOnce, again, ...options }: ExecuteOptions,
  { plan }: HeaderEvent,
  prepared: Pick<Prepared, 'exists'> | undefined,
): RecorderOptions {
  const planned = new Set(plan.shardOf?.checks ?? plan.checks.map(({ id }) => id))
  const exists = prepared?.exists ?? (() => true)
  // A baseline of the same filter lists nothing else.
  const isPart = again !== undefined || !isSameFilter(known?.filter, selectionOf(options))
  const run = { exists, planned, isFiltered: isPart }
  return {
    ...(known && { baseline: { of: new Baseline(known), run } }),
    ...(maxFailures !== undefined && { maxFailures }),
    mostAttempted: judgesOnce ? 0 : mostAttempted,
  }
}

function sayInterrupted(): void {
  process.stderr.write('\nInterrupted: stopping what was started, then writing the results so far.\n')
}

function unasked(target: Target): HeaderEvent['target']['programs'] {
  return Object.entries(target.programs).map(([role, { command }]) => ({ role, command }))
}
