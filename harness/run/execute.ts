import { isExcluded, type Plan } from '../catalogue.ts'
import { Baseline } from '../baseline/judge.ts'
import type { LoadedBaseline } from '../baseline/load.ts'
import { isSameFilter } from '../baseline/filter.ts'
import { knownDeviations, verifyDeviations } from '../engine/known-deviations.ts'
import { sporadicCrashes } from '../engine/sporadic-crashes.ts'
import { isFiltered, planOf } from '../engine/plan.ts'
import { Recorder, type RecorderOptions } from '../engine/recorder.ts'
import { readDurations } from '../engine/shards.ts'
import type { HeaderEvent } from '../header.ts'
import type { Capability } from '../capabilities.ts'
import { pagesOf } from '../outline.ts'
import { hasCapability } from '../target/capabilities.ts'
import { removeRecords } from '../launch/reach/uses.ts'
import type { Target } from '../target/target.ts'
import { dialects } from '../target/dialects.ts'
import { minorVersions } from '../target/versions.ts'
import { withTimeLimit } from '../time-limit.ts'
import { interrupts } from '../interrupts.ts'
import {
  type ExecuteOptions,
  type Observers,
  type RunOutcome,
  type Scope,
  selectionOf,
} from './execute-options.ts'
import { storeEvidence } from './store-evidence.ts'
import {
  selectModules,
  closesInterruptedWithinMs,
  finishEvents,
  headerOf,
  runChecks,
  unlessInterrupted,
} from './run-checks.ts'
import { type OpenedSession, openSession } from './open-session.ts'
import { lockOutDirectory } from './out-directory.ts'
import { networkOf } from './network.ts'
import { readPreviousRun } from './previous.ts'
import { maxAttempted } from './second-attempts.ts'
import { defaultJobs, suiteDigest } from './session.ts'
import { requireRules, findSet, summaryOf } from '../standard/sets.ts'

const emptyPlan: Plan = { rules: [], checks: [], outOfScope: [], profiles: [] }
// Time limit for the end of all programs, which are stopped within separate limits. The reaper ends the remaining
// programs.
const closesAtLastWithinMs = 5_000

/**
 * Plans and runs against a target, and writes the event stream as it goes. An interrupt at any moment ends the run in
 * order: the events so far are written, even if nothing ran.
 */
export async function execute(
  target: Target,
  options: ExecuteOptions,
  scope: Scope,
  observers: Observers,
): Promise<RunOutcome> {
  const { product, invocation } = scope
  const network =
    isRun(scope) || scope.writer === 'certify' ? networkOf({ ...invocation, ...options }) : undefined
  const comparePrevious = isRun(scope)
    ? readPreviousRun(options.previousRunDir ?? options.out, target)
    : undefined
  const lockedDirectory = lockOutDirectory(options.out, scope.writer)
  let openedSession: OpenedSession | undefined
  let isOver = true
  const preparation = observers.preparing?.()
  try {
    void interrupts.whenInterrupted.then(reportInterruption)
    // The records of an interrupted recording must not be mixed with new records.
    if (options.codeReach) removeRecords(lockedDirectory.path)
    openedSession = openSession({
      product,
      target,
      outDir: lockedDirectory.path,
      seed: options.seed,
      ...(options.generate !== undefined && { generate: options.generate }),
      ...(options.against && { against: options.against }),
      thorough: options.thorough,
      ...(options.evidence && { evidence: options.evidence }),
      ...(options.codeReach && { codeReach: true }),
      invocation,
      ...(network && { network }),
      queriesVersionsAfterwards: queriesVersionsLater(target, options),
      ...(lockedDirectory.earlier !== undefined && { discard: lockedDirectory.earlier }),
    })
    const preparedRun = await unlessInterrupted(prepare(openedSession, target, options, scope))
    const selection = selectionOf(options)
    const { plan, jobs, set } = preparedRun ?? { plan: emptyPlan, jobs: 1 }
    const header = headerOf({
      tool: { name: product.name, version: product.version },
      target,
      programs:
        (interrupts.isInterrupted ? undefined : await unlessInterrupted(openedSession.programs)) ??
        withoutVersions(target),
      seed: options.seed,
      jobs,
      suiteDigest: suiteDigest(product.suitesDir),
      ...(set && { set: summaryOf(set) }),
      argv: scope.argv,
      invocation,
      ...(network && { network }),
      selection,
      ...(options.evidence === 'red' && { evidence: options.evidence }),
      ...(options.knownFailures && { baseline: baselineSummary(options.knownFailures) }),
      pages: pagesOf(product.outline()),
      plan,
    })
    preparation?.end()
    const view = observers.live(header)
    const versions = minorVersions(target.dialect, header.target.programs)
    const deviations = knownDeviations(target, versions)
    const recorder = new Recorder(lockedDirectory.path, header, deviations, (event) => view.event(event), {
      ...recorderOptions(options, header, preparedRun),
      crashes: sporadicCrashes(target, versions),
      fileEvidence: (event) => storeEvidence(lockedDirectory.path, event),
      ...(comparePrevious && { compareWithPrevious: comparePrevious }),
    })
    isOver = preparedRun !== undefined && (await runChecks({ ...preparedRun, recorder }))
    const events = finishEvents(recorder)
    await observers.write?.(events)
    view.end()
    return {
      events,
      interrupted: interrupts.isInterrupted,
      ...(lockedDirectory.earlier !== undefined && { leftovers: lockedDirectory.earlier }),
    }
  } finally {
    preparation?.end()
    // The reaper, which ends with this process, stops the remaining programs.
    const closesWithinMs = interrupts.isInterrupted ? closesInterruptedWithinMs : closesAtLastWithinMs
    await withTimeLimit(openedSession?.close(), isOver ? closesWithinMs : 0)
    lockedDirectory.release()
  }
}

/** A command that only tests the wiring, or certifies, has no previous run. */
const isRun = ({ writer = 'run' }: Scope): boolean => writer === 'run'

type PreparedRun = Awaited<ReturnType<typeof prepare>>

/** Prepares everything that a run needs before its first check. */
async function prepare(
  { session, catalogue: read }: OpenedSession,
  target: Target,
  options: ExecuteOptions,
  { product, isInScope }: Scope,
) {
  const catalogue = await read()
  const set = options.set === undefined ? undefined : findSet(product.sets?.() ?? [], options.set)
  if (set !== undefined) requireRules(set, catalogue.rules)
  verifyDeviations(target, catalogue.checks.keys())
  const durations = readDurations(product.suitesDir)
  const plan = planOf(catalogue, {
    ...selectionOf(options),
    durations,
    isInScope: (rule) => isInScope(rule) && (set === undefined || rule.id in set.rules),
    target,
    allowsMissing: options.rerunChecks !== undefined,
  })
  const chosenModules = selectModules(catalogue, plan)
  // A program without an ability that all of its rules need may be unable to start, so it is not started.
  const judgedRules = plan.rules.filter(
    (rule) =>
      !isExcluded(rule) &&
      (rule.capability === undefined || hasCapability(target, rule.capability as Capability)),
  )
  const roles = new Set(judgedRules.map(({ program }) => program))
  if (queriesVersionsLater(target, options))
    session.queryVersions(new Set(plan.rules.map(({ program }) => program)))
  const firstStart = options.startsFirst ? session.firstStart(roles) : Promise.resolve(undefined)
  // The code that awaits the first start handles the rejection.
  firstStart.catch(() => {})
  const jobs = options.jobs ?? defaultJobs(chosenModules)
  const fileCount = new Set(chosenModules.map(({ module }) => module)).size
  const engine = await session.engine(Math.min(jobs, fileCount))
  return {
    plan,
    set,
    chosen: chosenModules,
    ...(options.firstChecksOf && { sooner: options.firstChecksOf(plan) }),
    jobs,
    engine,
    first: firstStart,
    exists: (check: string) => catalogue.checks.has(check),
  }
}

/**
 * Reports whether the programs to test are determined first, and only these are queried for their versions: four
 * queries take longer than a check. If versions change the spelling of suites, all programs are queried.
 */
function queriesVersionsLater({ dialect }: Target, options: ExecuteOptions): boolean {
  return isFiltered(selectionOf(options)) && dialects[dialect]?.versionAfterPrefix === undefined
}

function baselineSummary({ file, digest, failures }: LoadedBaseline): NonNullable<HeaderEvent['baseline']> {
  return { file, digest, entries: failures.length }
}

function recorderOptions(
  { knownFailures, maxFailures, judgesOnce, rerunChecks, ...options }: ExecuteOptions,
  { plan }: HeaderEvent,
  prepared: Pick<PreparedRun, 'exists'> | undefined,
): RecorderOptions {
  const plannedIds = new Set(plan.shardOf?.checks ?? plan.checks.map(({ id }) => id))
  const exists = prepared?.exists ?? (() => true)
  // A baseline with the same filter has no entries outside the selection of the run.
  const isPart = rerunChecks !== undefined || !isSameFilter(knownFailures?.filter, selectionOf(options))
  const run = { exists, plannedIds, isFiltered: isPart }
  return {
    ...(knownFailures && { baseline: { of: new Baseline(knownFailures), run } }),
    ...(maxFailures !== undefined && { maxFailures }),
    maxRetriedCauses: judgesOnce ? 0 : maxAttempted,
  }
}

function reportInterruption(): void {
  process.stderr.write('\nInterrupted: stopping what was started, then writing the results so far.\n')
}

function withoutVersions(target: Target): HeaderEvent['target']['programs'] {
  return Object.entries(target.programs).map(([role, { command }]) => ({ role, command }))
}
