import { invocationOf } from '../repro/command.ts'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { LoadedBaseline } from '../baseline/load.ts'
import { isExcluded } from '../catalogue.ts'
import { selectChecks, type Selection } from '../engine/plan.ts'
import { readCatalogue } from './catalogue/list.ts'
import { toEnvironmentFault } from '../environment.ts'
import type { RunEvent } from '../events.ts'
import type { HeaderEvent, EvidenceKept } from '../header.ts'
import { HarnessError } from '../errors.ts'
import { hostDifferences, type HostState, hostState } from '../machine/state.ts'
import type { Profile } from '../profiles.ts'
import { exitCodeOfRun, exitCodes, type ExitCode } from './line/exit-codes.ts'
import { execute } from '../run/execute.ts'
import type { Scope } from '../run/execute-options.ts'
import { loadReporters } from '../run/reporters.ts'
import { type ChangedRun, changedRunOf, type SinceOptions } from './changed-run.ts'
import { withTimeForCoverage, prepareRecording, recordReach } from './recorded-run.ts'
import { lastRunOf, rerunDirOf, selectRerun } from './rerun.ts'
import { shortagesFor } from './shortages.ts'
import { targetFor } from './targets/target-for.ts'
import type { Format } from '../run/product.ts'
import type { Target } from '../target/target.ts'
import { readInput } from '../input/read.ts'

/** Command-line options of `run`. */
export interface RunOptions extends SinceOptions {
  readonly target: string
  readonly program: readonly string[]
  /** Role of the command after `--`. */
  readonly role?: string
  /** Time limits, each in the form `NAME=TIME`. */
  readonly limit?: readonly string[]
  readonly only?: readonly string[]
  readonly grep?: readonly string[]
  readonly profile?: readonly Profile[]
  /** Name of a frozen set of the standard; only its rules are selected. */
  readonly set?: string
  readonly out: string
  readonly jobs?: number
  readonly shard?: Selection['shard']
  /** File of known failures. */
  readonly baseline?: string
  /** Number of failures after which the run stops. */
  readonly maxFailures?: number
  /** Output directory of an earlier run, whose red checks are the only ones to run. */
  readonly rerunFailed?: string
  /** True if only the red checks of the run in `out` run. */
  readonly lastFailed?: true
  /** True if the run is repeated on every change. */
  readonly watch?: true
  /** Files and folders to watch in addition to the files of the target. */
  readonly watchPath?: readonly string[]
  /**
   * Directory of the previous run, if it differs from the output directory. The previous run determines since when a
   * check fails.
   */
  readonly previousRunDir?: string
  /** File that receives the code that each check reaches. */
  readonly recordReach?: string
  /** File with the ids of the checks that a watch repeats. */
  readonly checks?: string
  readonly format: Format
  /** Modules of external reporters. */
  readonly reporter?: readonly string[]
  /** Endpoint that receives the run as traces. */
  readonly otlp?: string
  /** Number of runs whose verdicts are compared. */
  readonly repeat?: number
  readonly seed: number
  readonly generate?: number
  readonly thorough: boolean
  /** Checks whose evidence is kept; default `all`. */
  readonly evidence?: EvidenceKept
}

/** Dependencies of a run in addition to its options. */
export interface RunScope extends Omit<Scope, 'invocation'> {
  readonly command?: readonly string[]
  /** State of the machine before the first start of a program; default: the present state. */
  readonly host?: HostState
  /** Reports whether the user gave an option that has a default. */
  readonly isGiven?: (option: string) => boolean
}

/** Runs the selected checks, writes the results, and returns the exit code. */
export async function runCommand(runOptions: RunOptions, givenScope: RunScope): Promise<ExitCode> {
  const { options, scope } = withDirectories(runOptions, givenScope)
  const { product } = scope
  const { host = hostState() } = scope
  const change = await changedRunOf(options)
  const describedTarget = await targetFor(
    { ...options, ...(scope.command && { command: scope.command }) },
    scope.product,
  )
  const target = options.recordReach === undefined ? describedTarget : withTimeForCoverage(describedTarget)
  if (options.watch) {
    const { watchCommand } = await import('./watch.ts')
    const { out, watchPath: paths = [] } = options
    const { argv } = scope
    return watchCommand({
      target,
      targetArgument: options.target,
      paths,
      out,
      argv,
      reports: product.reports,
    })
  }
  const reports = await product.reports()
  const rerunOptions = await rerunSelection(options, { product, target, change, isInScope: scope.isInScope })
  const seed = rerunOptions?.seed === undefined || scope.isGiven?.('seed') ? options.seed : rerunOptions.seed
  const baselineOptions =
    options.baseline === undefined ? {} : { knownFailures: await baselineOf(options.baseline, options) }
  const outDir = resolve(options.out)
  if (options.recordReach !== undefined) await prepareRecording(options.recordReach, target)
  for (const shortage of shortagesFor(options)) process.stderr.write(`Low on this machine: ${shortage}\n`)
  const externalReporters = await loadReporters(options.reporter, { outDir: options.out })
  const judgingScope = { ...scope, invocation: invocationOf(options, scope.command) }
  const result = await execute(
    target,
    {
      ...options,
      ...rerunOptions,
      ...baselineOptions,
      ...(change && { firstChecksOf: (plan) => change.firstChecks(plan) }),
      ...(options.recordReach !== undefined && { codeReach: true }),
      seed,
      startsFirst: true,
    },
    judgingScope,
    {
      preparing: () => reports.preparing(process.stderr),
      live: (header: HeaderEvent) => {
        if (change) process.stderr.write(`${change.introduction(header)}\n`)
        const view = reports.live(header, process.stderr)
        return {
          event: (event) => {
            view.event(event)
            externalReporters.event(event)
            const note = change?.noteOf(event, performance.now())
            if (note !== undefined) view.note(note)
          },
          end: () => view.end(),
        }
      },
      write: (events) =>
        reports.write(outDir, events).catch((thrown: unknown) => {
          throw toEnvironmentFault(thrown, `The reports could not be written to ${options.out}`)
        }),
    },
  )
  if (options.format !== 'pretty') process.stdout.write(await reports.render(options.format, result.events))
  await externalReporters.end()
  // An export failure of the traces changes no verdict.
  const warning = options.otlp && (await reports.trace(outDir, result.events, options.otlp))
  if (warning) process.stderr.write(`${product.name}: ${warning}\n`)
  process.stderr.write(changesText(result.events, host))
  if (options.recordReach !== undefined && !result.interrupted)
    process.stderr.write(await recordReach(options.recordReach, outDir, result.events))
  if (existsSync(result.leftovers ?? ''))
    process.stderr.write(
      `The evidence of an earlier run could not be removed: ${result.leftovers}. Remove it by hand.\n`,
    )
  return result.interrupted ? exitCodes.interrupted : exitCodeOfRun(result.events)
}

/**
 * Returns the changes of the machine that a node agent may have caused. The changes affect no verdict, since other
 * programs may have caused them.
 */
function changesText(events: readonly RunEvent[], before: HostState): string {
  const [header] = events
  const isAgentTested =
    header?.type === 'header' &&
    header.plan.rules.some((rule) => !isExcluded(rule) && rule.program === 'node-agent')
  const changes = isAgentTested ? hostDifferences(before, hostState()) : []
  if (changes.length === 0) return ''
  return `The machine is not as it was before the run. Put back what none of your own programs changed:\n${changes.map((line) => `  ${line}\n`).join('')}`
}

/** Returns the checks to repeat, with the seed of the run that is repeated. */
async function rerunSelection(
  options: RunOptions,
  {
    product,
    target,
    change,
    isInScope,
  }: Pick<RunScope, 'product' | 'isInScope'> & { target: Target; change: ChangedRun | undefined },
): Promise<{ readonly rerunChecks: readonly string[]; readonly seed?: number } | undefined> {
  const { rerunFailed, checks, only, grep, profile } = options
  if (change !== undefined && options.onlyReached) {
    const selection = {
      ...(only && { only }),
      ...(grep && { grep }),
      ...(profile && { profiles: profile }),
      isInScope,
      target,
    }
    return { rerunChecks: change.reachingChecks(selectChecks(await readCatalogue(product), selection)) }
  }
  if (checks !== undefined) return { rerunChecks: readInput(checks, 'list').split('\n') }
  return rerunFailed === undefined ? undefined : selectRerun(rerunFailed, product, target)
}

/** Returns a run with its output directory. By default, a repeated run writes next to its original. */
function withDirectories(options: RunOptions, scope: RunScope): { options: RunOptions; scope: RunScope } {
  if (options.lastFailed) {
    const { lastFailed: _lastFailed, ...others } = options
    const rerunFailed = lastRunOf(options.out)
    return {
      options: { ...others, rerunFailed, previousRunDir: rerunFailed, out: rerunDirOf(options.out) },
      scope,
    }
  }
  if (options.checks !== undefined)
    return {
      options: { ...options, previousRunDir: lastRunOf(options.out), out: rerunDirOf(options.out) },
      scope,
    }
  const { rerunFailed } = options
  if (rerunFailed === undefined) return { options, scope }
  if (scope.isGiven?.('out') ?? true) return { options: { ...options, previousRunDir: rerunFailed }, scope }
  const rerunDir = rerunDirOf(rerunFailed)
  const [command = 'run', ...rest] = scope.argv
  return {
    options: { ...options, previousRunDir: rerunFailed, out: rerunDir },
    scope: { ...scope, argv: [command, '--out', rerunDir, ...rest] },
  }
}

/** Returns the known failures. The modules that read and check the file are loaded only if there is one. */
async function baselineOf(file: string, options: RunOptions): Promise<LoadedBaseline> {
  const { loadBaseline } = await import('../baseline/load.ts')
  const { filterText, isSameFilter } = await import('../baseline/filter.ts')
  const baseline = loadBaseline(file)
  const { only, grep, profile } = options
  const isPartialRun = [options.rerunFailed, options.checks, options.onlyReached].some(
    (one) => one !== undefined,
  )
  const filter = { ...(only && { only }), ...(grep && { grep }), ...(profile && { profiles: profile }) }
  // The list is valid for the original run, of which this run repeats a part.
  if (isPartialRun || baseline.filter === undefined || isSameFilter(baseline.filter, filter)) return baseline
  throw new HarnessError(
    'config-fault',
    `--baseline ${file} is the baseline of ${filterText(baseline.filter)}, and this is ${filterText(filter)}. Give the same filter, or a baseline of this one.`,
  )
}
