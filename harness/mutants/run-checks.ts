import { rmSync } from 'node:fs'
import type { Plan } from '../catalogue.ts'
import type { Engine } from '../engine/engine.ts'
import { noDeviations } from '../engine/known-deviations.ts'
import type { Catalogue } from '../engine/plan.ts'
import { Recorder } from '../engine/recorder.ts'
import type { CheckEvent } from '../events.ts'
import type { HeaderEvent } from '../header.ts'
import { withTimeLimit } from '../time-limit.ts'
import { selectModules, makeFreshDirectory, headerOf, runChecks } from '../run/run-checks.ts'
import type { RunSettings } from '../target/settings.ts'

/** Common settings of all runs of checks on a mutated build. */
export interface Bench {
  readonly catalogue: Catalogue
  readonly plan: Plan
  readonly settings: RunSettings
  readonly tool: HeaderEvent['tool']
  readonly suiteDigest: string
}

/** Checks to run, with their options. */
export interface RunChecksOptions {
  readonly engine: Engine
  readonly checks: readonly string[]
  /** True if the run continues after the first check that fails. */
  readonly continues: boolean
  /** Time after which the run is ended, in milliseconds. */
  readonly withinMs?: number
}

/** Result of a run of checks. */
export interface ChecksResult {
  readonly events: readonly CheckEvent[]
  /** True if the time limit ended the run. */
  readonly isLate: boolean
  /** True if the engine did not end its run, and cannot begin another run. */
  readonly isStuck: boolean
}

// Time limit for the end of all programs, which are stopped within separate limits.
const endsWithinMs = 10_000

/** Runs checks on a bench, each once. */
export async function judgeOnBench(
  bench: Bench,
  { engine, checks, continues, withinMs }: RunChecksOptions,
): Promise<ChecksResult> {
  const { catalogue, settings, tool, suiteDigest } = bench
  const { target, outDir } = settings
  rmSync(outDir, { recursive: true, force: true })
  makeFreshDirectory(outDir)
  const wantedIds = new Set(checks)
  const plannedChecks = bench.plan.checks.filter(({ id }) => wantedIds.has(id))
  const rules = new Set(plannedChecks.map(({ rule }) => rule))
  // The plan is reduced, because each of thousands of runs writes it.
  const plan = {
    ...bench.plan,
    checks: plannedChecks,
    rules: bench.plan.rules.filter(({ id }) => rules.has(id)),
  }
  const header = headerOf({
    tool,
    target,
    programs: [],
    seed: settings.seed,
    jobs: 1,
    suiteDigest,
    argv: [],
    invocation: settings.run.invocation,
    selection: {},
    plan,
  })
  const recorder = new Recorder(outDir, header, noDeviations, () => {}, continues ? {} : { maxFailures: 1 })
  // Records control checks outside the selection as held, so that refusals are judged without them.
  for (const { twin } of plan.checks)
    if (twin !== undefined && !wantedIds.has(twin)) recorder.recordBorrowed(twin, 'held')
  engine.provide(settings)
  const judgement = runChecks({ engine, chosen: selectModules(catalogue, plan), recorder }).then(
    (isDone) => ({
      isDone,
    }),
  )
  const limitedResult = await (withinMs === undefined ? judgement : withTimeLimit(judgement, withinMs))
  if (limitedResult === undefined) recorder.recordEarlyEnd()
  const endedResult = limitedResult ?? (await withTimeLimit(cancelRun(engine, judgement), endsWithinMs))
  recorder.finish(false)
  return {
    events: recorder.events.filter((event): event is CheckEvent => event.type === 'check'),
    isLate: limitedResult === undefined,
    isStuck: endedResult?.isDone !== true,
  }
}

async function cancelRun<T>(engine: Engine, judging: Promise<T>): Promise<T> {
  await engine.cancel()
  return judging
}
