import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ExcludedRule, Rule } from '../catalogue.ts'
import { dialects } from '../dialect/index.ts'
import { catalogueOf, planOf, type Selection } from '../engine/plan.ts'
import { Recorder } from '../engine/recorder.ts'
import { HarnessError, messageOf } from '../errors.ts'
import type { HeaderEvent, RunEvent } from '../events.ts'
import { findTarget } from '../target/find.ts'
import type { Target } from '../target/target.ts'
import { programsOf } from '../target/versions.ts'
import { exitCodeOfRun, exitCodes, type ExitCode } from './exit.ts'
import type { Format, LiveView, Product } from './product.ts'
import { defaultJobs, Session, suiteDigest } from './session.ts'

/** The options of `run` as the command line gives them. */
export interface RunOptions {
  readonly target: string
  readonly program: readonly string[]
  readonly only?: readonly string[]
  readonly out: string
  readonly jobs?: number
  readonly shard?: Selection['shard']
  readonly format: Format
  readonly seed: number
  readonly thorough: boolean
}

/** What a run needs beside its options. */
export interface RunScope {
  readonly product: Product
  readonly command?: readonly string[]
  readonly argv: readonly string[]
  /** Which rules belong to the command. */
  readonly within: (rule: Rule | ExcludedRule) => boolean
}

/** Runs the selected checks, writes the results, and tells how it ended. */
export async function runCommand(options: RunOptions, scope: RunScope): Promise<ExitCode> {
  const { product } = scope
  const target = await findTarget({
    target: options.target,
    programs: options.program,
    reference: product.reference,
    ...(scope.command && { command: scope.command }),
  })
  const reports = await product.reports()
  const ran = await execute(target, options, scope, (header) => reports.live(header, process.stderr))
  await reports.write(resolve(options.out), ran.events)
  if (options.format !== 'pretty') process.stdout.write(reports.render(options.format, ran.events))
  return ran.interrupted ? exitCodes.interrupted : exitCodeOfRun(ran.events)
}

export interface Ran {
  readonly events: readonly RunEvent[]
  readonly interrupted: boolean
}

/** Plans and runs against a target; the event stream is written as it comes. */
export async function execute(
  target: Target,
  options: Pick<RunOptions, 'only' | 'out' | 'jobs' | 'shard' | 'seed' | 'thorough' | 'target' | 'program'>,
  scope: Pick<RunScope, 'product' | 'argv' | 'within'>,
  live: (header: HeaderEvent) => LiveView,
): Promise<Ran> {
  const { outDir, earlier } = prepareOut(options.out)
  const interruption = watchForInterrupts()
  // Asked while the engine starts: the answer takes as long as a start that is refused.
  const asking = new AbortController()
  const asked = programsOf(target, asking.signal)
  const relay: { recorder?: Recorder } = {}
  const session = new Session({
    product: scope.product,
    target,
    outDir,
    seed: options.seed,
    thorough: options.thorough,
    argv: scope.argv,
    ...(earlier && { discard: earlier }),
  })
  try {
    const catalogue = catalogueOf(await session.collected())
    const plan = planOf(catalogue, {
      within: scope.within,
      ...(options.only && { only: options.only }),
      ...(options.shard && { shard: options.shard }),
    })
    const chosen = plan.checks.flatMap((check) => catalogue.collected.get(check.id) ?? [])
    const jobs = options.jobs ?? defaultJobs(chosen)
    const files = new Set(chosen.map(({ module }) => module)).size
    const engine = await session.engine(Math.min(jobs, files), {
      onTestCaseResult: (test) => relay.recorder?.onTestCaseResult(test),
    })
    interruption.onInterrupt(() => engine.cancel())
    const programs = await asked
    const header: HeaderEvent = {
      type: 'header',
      schemaVersion: 1,
      tool: { name: scope.product.name, version: scope.product.version },
      target: { name: target.name, dialect: target.dialect, programs },
      startedAt: new Date().toISOString(),
      seed: options.seed,
      jobs,
      suiteDigest: suiteDigest(scope.product.suitesDir),
      argv: scope.argv,
      plan,
    }
    const view = live(header)
    const deviations = [...(dialects[target.dialect]?.deviations ?? []), ...(target.deviations ?? [])]
    const recorder = new Recorder(outDir, header, deviations, (event) => view.event(event))
    relay.recorder = recorder
    if (!interruption.happened()) {
      const errors = await engine.run(chosen).catch((thrown: unknown) => [messageOf(thrown)])
      if (!interruption.happened()) for (const error of errors) recorder.error(error)
    }
    recorder.finish(interruption.happened())
    view.end()
    return { events: recorder.events, interrupted: interruption.happened() }
  } finally {
    interruption.stop()
    asking.abort()
    await session.close()
    if (earlier !== undefined && existsSync(earlier))
      process.stderr.write(
        `The evidence of an earlier run could not be removed: ${earlier}. Remove it by hand.\n`,
      )
  }
}

/** Takes away what an earlier run left, so that nothing of it can be taken for this one's. */
function prepareOut(out: string): { readonly outDir: string; readonly earlier?: string } {
  const outDir = resolve(out)
  const evidence = join(outDir, 'evidence')
  const earlier = join(outDir, `.evidence-before-${process.pid}`)
  try {
    mkdirSync(outDir, { recursive: true })
    for (const name of ['events.jsonl', 'run.json', 'junit.xml', 'report.html', 'summary.md'])
      rmSync(join(outDir, name), { force: true })
    if (!existsSync(evidence)) return { outDir }
    // It is many files: out of the way at once, and removed meanwhile.
    renameSync(evidence, earlier)
    return { outDir, earlier }
  } catch (thrown) {
    throw new HarnessError(
      'usage',
      `--out ${out}: the directory cannot be written (${messageOf(thrown)}). Give another one.`,
      { cause: thrown },
    )
  }
}

/** The first interrupt ends the run in order; a second one leaves at once, and the reaper cleans up. */
function watchForInterrupts() {
  let happened = false
  let act: () => Promise<void> = async () => {}
  const listener = (): void => {
    if (happened) process.exit(exitCodes.interrupted)
    happened = true
    process.stderr.write('\nInterrupted: stopping what was started, then writing the results so far.\n')
    void act()
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, listener)
  return {
    happened: () => happened,
    onInterrupt: (action: () => Promise<void>) => {
      act = action
      if (happened) void action()
    },
    stop: () => {
      for (const signal of signals) process.off(signal, listener)
    },
  }
}
