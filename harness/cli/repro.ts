import { existsSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { placeText, evidenceFolder } from '../catalogue.ts'
import { HarnessError } from '../errors.ts'
import type { CheckEvent } from '../events.ts'
import type { HeaderEvent, Invocation } from '../header.ts'
import type { Cut } from '../target/reproduction.ts'
import { fingerprintOf } from '../repro/fingerprint.ts'
import { type ReproFile, writeRepro } from '../repro/folder.ts'
import { initialCuts } from '../repro/relevance.ts'
import { shownPath } from '../repro/manual-start.ts'
import { invocationOf, targetOptionsOf, defaultInvocation } from '../repro/command.ts'
import { untilFailureText } from '../run/repeated.ts'
import { isRed } from '../verdict.ts'
import { interrupts } from '../interrupts.ts'
import { quoted, startCommand } from '../shell.ts'
import { Bench, type BenchResult, resultIn } from '../run/bench.ts'
import { exitCodeOfRun, type ExitCode } from './line/exit-codes.ts'
import type { Product } from '../run/product.ts'
import { captureOption, captureText } from './pcap.ts'
import { type ReproOptions, type ReproScope, reproRunCommand } from './repro-run.ts'
import { targetFor } from './targets/target-for.ts'

/** Writes the folder that runs one check without the other checks, and prints the next steps. */
export async function reproCommand(id: string, options: ReproOptions, scope: ReproScope): Promise<ExitCode> {
  const capture = captureOption(options)
  const origin = options.run === undefined ? undefined : await originOf(options.run, id, scope.product)
  const benchOptions = origin === undefined ? { ...options, ...scope } : { ...options, ...origin.options }
  const target = await targetFor(benchOptions, scope.product)
  const folder = resolve(options.out ?? join(options.run ?? 'out', 'repro', evidenceFolder(id)))
  rejectForeignFolder(folder)
  const { seed, thorough } = benchOptions
  const argv = origin?.argv ?? scope.argv
  const invocation = origin?.invocation ?? invocationOf(options, scope.command)
  const bench = await Bench.open({ ...scope, argv, invocation, target, seed, thorough, ...capture })
  let result: BenchResult
  try {
    const { rule } = bench.find(id)
    const maxTries = options.untilFailure ?? 1
    let recording = await recordWithCuts(bench, id, folder, options.cut !== false)
    let runs = 1
    for (; runs < maxTries && !isRed(recording.result.check) && !interrupts.isInterrupted; runs++)
      recording = await recordWithCuts(bench, id, folder, options.cut !== false)
    result = recording.result
    if (options.untilFailure !== undefined)
      process.stdout.write(`${untilFailureText(result.check, runs, maxTries)}\n`)
    const repro: ReproFile = {
      ...fileOf(bench, id, scope.product, result),
      rule: { id: rule.id, level: rule.level, says: rule.says, source: placeText(rule.source) },
      target: target as ReproFile['target'],
      argv,
      invocation,
      seed,
      thorough,
      cuts: recording.cuts,
      standIns: {},
    }
    writeRepro(folder, repro, process.argv[1] ?? '')
  } finally {
    await bench.close()
  }
  reportRepro(folder, result.check, scope.product, origin?.check)
  process.stdout.write(captureText(options))
  if (options.attach !== true && options.keep !== true) return exitCodeOfRun(result.events)
  return reproRunCommand(folder, options, scope)
}

async function recordWithCuts(
  bench: Bench,
  id: string,
  folder: string,
  mayCut: boolean,
): Promise<{ readonly result: BenchResult; readonly cuts: readonly Cut[] }> {
  const outDir = resultIn(folder)
  const record = (cuts: readonly Cut[]): Promise<BenchResult> => {
    const reproduction = {
      check: id,
      folder,
      programs: 'started',
      records: true,
      cuts,
      standIns: {},
    } as const
    return bench.judge(id, { reproduction, outDir })
  }
  const result = await record([])
  const cuts = mayCut ? initialCuts(folder) : []
  if (cuts.length === 0) return { result, cuts }
  const resultWithCuts = await record(cuts)
  if (fingerprintOf(resultWithCuts.check) === fingerprintOf(result.check))
    return { result: resultWithCuts, cuts }
  return { result: await record([]), cuts: [] }
}

function fileOf(
  bench: Bench,
  id: string,
  { name, version }: Product,
  { check, twin }: BenchResult,
): Pick<ReproFile, 'schemaVersion' | 'tool' | 'suiteDigest' | 'check' | 'twin' | 'expected'> {
  const { verdict, reason, expected, actual, assertions } = check
  const twinId = bench.find(id).check.twin
  return {
    schemaVersion: 1,
    tool: { name, version },
    suiteDigest: bench.suiteDigest,
    check: id,
    ...(twinId !== undefined && twin !== undefined && { twin: { id: twinId, verdict: twin } }),
    expected: { verdict, ...(reason !== undefined && { reason }), expected, actual, assertions },
  }
}

/** Returns the check in its original run, and the options of that run. */
async function originOf(runDirectory: string, id: string, product: Product) {
  const events = await (await product.reports()).read(resolve(runDirectory))
  const header = events.find((event): event is HeaderEvent => event.type === 'header')
  const check = events.find((event): event is CheckEvent => event.type === 'check' && event.id === id)
  if (header === undefined)
    throw new HarnessError('usage', `${runDirectory} does not contain a run (no events.jsonl).`)
  const { argv, seed, invocation = defaultInvocation } = header
  const options = { ...targetOptionsOf(invocation, folderOf(runDirectory, invocation)), seed }
  return { check, argv, invocation, options }
}

/**
 * Returns the working directory of a run, as far as its output directory reveals it: relative paths of its command line
 * are resolved there.
 */
function folderOf(runDirectory: string, { out: given }: Invocation): string {
  const outParts = given.split('/').filter((part) => part !== '.' && part !== '')
  const pathEnd = `${sep}${outParts.join(sep)}`
  const path = resolve(runDirectory)
  return path.endsWith(pathEnd) ? path.slice(0, -pathEnd.length) || sep : process.cwd()
}

function rejectForeignFolder(folder: string): void {
  if (!existsSync(folder) || existsSync(join(folder, 'repro.json'))) return
  if (existsSync(join(folder, 'events.jsonl')))
    throw new HarnessError('config-fault', `${folder} holds the results of a run. Give another --out.`)
}

function reportRepro(
  folder: string,
  check: CheckEvent,
  { name }: Product,
  originalCheck: CheckEvent | undefined,
): void {
  const shownFolder = quoted(shownPath(folder))
  const start = startCommand(name)
  const changeNote =
    originalCheck === undefined || originalCheck.verdict === check.verdict
      ? ''
      : `It was ${originalCheck.verdict} in the run, and is not when it runs alone.\n`
  const lines = [
    `${check.id}: ${check.verdict}`,
    ...(check.reason === undefined ? [] : [check.reason]),
    `${changeNote}  Folder    ${shownFolder}`,
    `  Again     ${start} repro run ${shownFolder}`,
    `  Debug     ${start} repro run ${shownFolder} --attach`,
    `  Look      ${start} repro run ${shownFolder} --keep`,
    `  Shrink    ${start} shrink ${shownFolder}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
