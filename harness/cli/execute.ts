import { isExcluded, type Plan } from '../catalogue.ts'
import { Baseline } from '../baseline/judge.ts'
import type { LoadedBaseline } from '../baseline/load.ts'
import { knownDeviations } from '../engine/known-deviations.ts'
import { catalogueOf, planOf } from '../engine/plan.ts'
import { Recorder, type RecorderOptions } from '../engine/recorder.ts'
import { keptDurations } from '../engine/shards.ts'
import { messageOf } from '../errors.ts'
import type { HeaderEvent, RunEvent } from '../events.ts'
import type { Capability } from '../dialect/dialect.ts'
import { capabilitiesOff, offers } from '../target/capabilities.ts'
import type { Target } from '../target/target.ts'
import { minorVersions, programsOf } from '../target/versions.ts'
import { interrupts } from './interrupts.ts'
import { takeOut } from './out-directory.ts'
import type { LiveView } from './product.ts'
import type { RunOptions, RunScope } from './run.ts'
import { defaultJobs, Session, suiteDigest } from './session.ts'

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

type ExecuteOptions = Pick<
  RunOptions,
  | 'only'
  | 'profile'
  | 'out'
  | 'jobs'
  | 'shard'
  | 'seed'
  | 'generate'
  | 'thorough'
  | 'target'
  | 'program'
  | 'maxFailures'
> & {
  /** The failures that are known. */
  readonly known?: LoadedBaseline
  /** Only these checks run, as far as they still exist. */
  readonly again?: readonly string[]
  /** Whether each program must come up once before anything is judged. */
  readonly startsFirst?: true
}

const nothingPlanned: Plan = { rules: [], checks: [], outOfScope: [], profiles: [] }
// A good program comes up while the engine loads, or a little later; checks begin beside a slower one.
const firstStartWithinMs = 500
// Programs are stopped within their own limits; what then still hangs is left to the reaper.
const endsWithinMs = 5_000
const closesWithinMs = 5_000

/**
 * Plans and runs against a target; the event stream is written as it comes. An interrupt at any moment ends it in order:
 * what there is by then is written, if only that nothing ran.
 */
export async function execute(
  target: Target,
  options: ExecuteOptions,
  scope: Pick<RunScope, 'product' | 'argv' | 'within'>,
  observers: Observers,
): Promise<Ran> {
  const { product } = scope
  const out = takeOut(options.out)
  let session: Session | undefined
  let isOver = true
  // Asked while the engine starts: the answer takes as long as a start that is refused.
  const asking = new AbortController()
  const preparation = observers.preparing?.()
  try {
    void interrupts.asked.then(sayInterrupted)
    const asked = programsOf(target, asking.signal)
    session = new Session({
      product,
      target,
      versions: asked.then((programs) => minorVersions(target.dialect, programs)),
      outDir: out.path,
      seed: options.seed,
      ...(options.generate !== undefined && { generate: options.generate }),
      thorough: options.thorough,
      argv: scope.argv,
      ...(out.earlier !== undefined && { discard: out.earlier }),
    })
    const prepared = await unlessInterrupted(prepare(session, target, options, scope))
    const selection = selectionOf(options)
    const { plan, jobs } = prepared ?? { plan: nothingPlanned, jobs: 1 }
    const header: HeaderEvent = {
      type: 'header',
      schemaVersion: 2,
      tool: { name: product.name, version: product.version },
      target: {
        name: target.name,
        dialect: target.dialect,
        programs: (await unlessInterrupted(asked)) ?? unasked(target),
      },
      startedAt: new Date().toISOString(),
      seed: options.seed,
      jobs,
      suiteDigest: suiteDigest(product.suitesDir),
      argv: scope.argv,
      selection,
      ...(options.known && { baseline: named(options.known) }),
      capabilitiesOff: capabilitiesOff(target),
      plan,
    }
    preparation?.end()
    const view = observers.live(header)
    const known = knownDeviations(target, minorVersions(target.dialect, header.target.programs))
    const recorder = new Recorder(
      out.path,
      header,
      known,
      (event) => view.event(event),
      recorderOptions(options, header, prepared),
    )
    isOver = prepared !== undefined && (await judge(prepared, recorder))
    if (recorder.fault !== undefined) throw recorder.fault
    recorder.finish(interrupts.happened)
    await observers.write?.(recorder.events)
    view.end()
    return {
      events: recorder.events,
      interrupted: interrupts.happened,
      ...(out.earlier !== undefined && { earlier: out.earlier }),
    }
  } finally {
    preparation?.end()
    asking.abort()
    // What hangs is left to the reaper, which ends with this process.
    await inTime(session?.close(), isOver ? closesWithinMs : 0)
    out.release()
  }
}

/**
 * Runs the checks, unless a program never comes up; an interrupt and what cannot be written end it early.
 * @returns whether the engine has nothing more to do
 */
async function judge({ engine, chosen, first }: Prepared, recorder: Recorder): Promise<boolean> {
  // Most that never come up are found out by now, and then not one check is begun.
  const early = await unlessInterrupted(inTime(first, firstStartWithinMs))
  if (early !== undefined) recorder.neverStarted(early.role, early.why)
  if (early !== undefined || interrupts.happened) return true
  const running = engine
    .run(chosen, (test) => recorder.onTestCaseResult(test))
    .catch((thrown: unknown) => [messageOf(thrown)])
  const gaveUp = first.then((never) => {
    if (never === undefined) return new Promise<never>(() => {})
    recorder.neverStarted(never.role, never.why)
    return 0
  })
  const ended = Promise.race([
    interrupts.asked.then(() => {
      recorder.endsEarly()
      return endsWithinMs
    }),
    recorder.failed.catch(() => 0),
    recorder.stopped.then(() => endsWithinMs),
    gaveUp,
  ])
  const cancelled = ended.then((withinMs) =>
    inTime(
      engine.cancel().then(() => running),
      withinMs,
    ),
  )
  const errors = await Promise.race([running, cancelled])
  if (!interrupts.happened && !recorder.isStopped) for (const error of errors ?? []) recorder.error(error)
  return errors !== undefined
}

type Prepared = Awaited<ReturnType<typeof prepare>>

/** Everything that a run needs before its first check. */
async function prepare(
  session: Session,
  target: Target,
  options: ExecuteOptions,
  { product, within }: Pick<RunScope, 'product' | 'within'>,
) {
  const catalogue = catalogueOf(await session.collected(), product.outline())
  const durations = keptDurations(product.suitesDir)
  const plan = planOf(catalogue, {
    ...selectionOf(options),
    durations,
    within,
    target,
    mayBeGone: options.again !== undefined,
  })
  const chosen = plan.checks.flatMap((check) => catalogue.collected.get(check.id) ?? [])
  // A program that lacks what all of its rules need may be unable to start, and is not asked to.
  const judged = plan.rules.filter(
    (rule) =>
      !isExcluded(rule) && (rule.capability === undefined || offers(target, rule.capability as Capability)),
  )
  const roles = new Set(judged.map(({ program }) => program))
  const first = options.startsFirst ? session.firstStart(roles) : Promise.resolve(undefined)
  // Whoever waits for it hears of it.
  first.catch(() => {})
  const jobs = options.jobs ?? defaultJobs(chosen)
  const files = new Set(chosen.map(({ module }) => module)).size
  const engine = await session.engine(Math.min(jobs, files))
  return { plan, chosen, jobs, engine, first, exists: (check: string) => catalogue.checks.has(check) }
}

/** What was asked for, of all that there is. */
function selectionOf({ only: globs, again, profile, shard }: ExecuteOptions): HeaderEvent['selection'] {
  const only = again ?? globs
  return { ...(only && { only }), ...(profile && { profiles: profile }), ...(shard && { shard }) }
}

function named({ file, digest, failures }: LoadedBaseline): NonNullable<HeaderEvent['baseline']> {
  return { file, digest, entries: failures.length }
}

function recorderOptions(
  { known, maxFailures, only, again, profile }: ExecuteOptions,
  { plan }: HeaderEvent,
  prepared: Pick<Prepared, 'exists'> | undefined,
): RecorderOptions {
  const planned = new Set(plan.shardOf?.checks ?? plan.checks.map(({ id }) => id))
  const exists = prepared?.exists ?? (() => true)
  const run = { exists, planned, isFiltered: [only, again, profile].some((one) => one !== undefined) }
  return {
    ...(known && { baseline: { of: new Baseline(known), run } }),
    ...(maxFailures !== undefined && { maxFailures }),
  }
}

function sayInterrupted(): void {
  process.stderr.write('\nInterrupted: stopping what was started, then writing the results so far.\n')
}

/** What comes of something; nothing once the run is interrupted. */
async function unlessInterrupted<T>(work: Promise<T>): Promise<T | undefined> {
  // It goes on meanwhile, and nobody hears of its end.
  work.catch(() => {})
  return interrupts.happened ? undefined : Promise.race([work, interrupts.asked.then(() => undefined)])
}

/** What comes of something, unless it takes too long. */
async function inTime<T>(work: Promise<T> | undefined, withinMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), withinMs)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}

function unasked(target: Target): HeaderEvent['target']['programs'] {
  return Object.entries(target.programs).map(([role, { command }]) => ({ role, command }))
}
