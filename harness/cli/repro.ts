import { existsSync, rmSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { placeText, evidenceFolder } from '../catalogue.ts'
import { HarnessError } from '../errors.ts'
import type { CheckEvent, HeaderEvent, Invocation } from '../events.ts'
import type { Cut } from '../repro/cuts.ts'
import { fingerprintOf } from '../repro/fingerprint.ts'
import { readRepro, type ReproFile, targetOf, writeRepro } from '../repro/folder.ts'
import { cutsAtFirstSight } from '../repro/relevance.ts'
import type { Reproduction } from '../repro/reproduction.ts'
import { shownPath } from '../repro/by-hand.ts'
import { invocationOf, targetOptionsOf, usualInvocation } from '../repro/command.ts'
import { quoted } from '../shell.ts'
import { findTarget } from '../target/find.ts'
import { givenLimits } from '../target/limits.ts'
import type { Target } from '../target/target.ts'
import { Bench, type Judged, resultIn } from '../run/single.ts'
import { exitCodeOfRun, exitCodes, type ExitCode } from './line/exit.ts'
import { interrupts } from '../interrupts.ts'
import type { Product } from '../run/product.ts'
import type { RunOptions } from './run.ts'
import { targetFor } from './target-for.ts'

/** The options of `repro` as the command line gives them. */
export interface ReproOptions
  extends Pick<RunOptions, 'target' | 'program' | 'role' | 'limit' | 'seed' | 'thorough'> {
  /** The results of the run that it comes from. */
  readonly run?: string
  readonly out?: string
  readonly attach?: boolean
  readonly keep?: boolean
  /** `false` keeps the configuration whole. */
  readonly cut?: boolean
  /** How many times longer than usual answers may take under a debugger. */
  readonly patience?: number
}

/** What the commands around reproductions need beside their options. */
export interface ReproScope {
  readonly product: Product
  readonly argv: readonly string[]
  readonly command?: readonly string[]
}

// A debugger stops a program for minutes at a time.
const usualPatience = 60

/** Writes the folder that runs one check by itself, and tells what to do with it. */
export async function reproCommand(id: string, options: ReproOptions, scope: ReproScope): Promise<ExitCode> {
  const from = options.run === undefined ? undefined : await originOf(options.run, id, scope.product)
  const given = from === undefined ? { ...options, ...scope } : { ...options, ...from.options }
  const target = await targetFor(given, scope.product)
  const folder = resolve(options.out ?? join(options.run ?? 'out', 'repro', evidenceFolder(id)))
  refuseStrangers(folder)
  const { seed, thorough } = given
  const argv = from?.argv ?? scope.argv
  const invocation = from?.invocation ?? invocationOf(options, scope.command)
  const bench = await Bench.open({ ...scope, argv, invocation, target, seed, thorough })
  let judged: Judged
  try {
    const { rule } = bench.find(id)
    const recorded = await recordWithCuts(bench, id, folder, options.cut !== false)
    judged = recorded.judged
    const repro: ReproFile = {
      ...fileOf(bench, id, scope.product, judged),
      rule: { id: rule.id, level: rule.level, says: rule.says, source: placeText(rule.source) },
      target: target as ReproFile['target'],
      argv,
      invocation,
      seed,
      thorough,
      cuts: recorded.cuts,
      standIns: {},
    }
    writeRepro(folder, repro, process.argv[1] ?? '')
  } finally {
    await bench.close()
  }
  tell(folder, judged.check, scope.product, from?.check)
  if (options.attach !== true && options.keep !== true) return exitCodeOfRun(judged.events)
  return reproRunCommand(folder, options, scope)
}

/** Runs what a folder holds, and compares the verdict with the one that it was written for. */
export async function reproRunCommand(
  folder: string,
  options: Pick<ReproOptions, 'attach' | 'keep' | 'patience' | 'program' | 'limit'>,
  scope: ReproScope,
): Promise<ExitCode> {
  const path = resolve(folder)
  const repro = readRepro(path)
  const { judged, digest } = await judgeFolder(path, repro, options, scope).catch((thrown: unknown) => {
    throw options.keep && interrupts.happened
      ? new HarnessError('interrupted', 'Ended; nothing is left running.')
      : thrown
  })
  if (digest !== repro.suiteDigest)
    process.stderr.write('This reproduction was written by another version of the suites.\n')
  const { verdict } = judged.check
  const same = verdict === repro.expected.verdict
  process.stdout.write(
    `${repro.check}: ${verdict}${same ? ', as before' : `; before it was ${repro.expected.verdict}`}\n`,
  )
  if (judged.check.reason !== undefined) process.stdout.write(`${judged.check.reason}\n`)
  process.stdout.write(`Results: ${resultIn(folder)}\n`)
  return exitCodeOfRun(judged.events)
}

async function judgeFolder(
  folder: string,
  repro: ReproFile,
  { attach, keep, patience = usualPatience, program, limit }: Parameters<typeof reproRunCommand>[1],
  scope: ReproScope,
): Promise<{ readonly judged: Judged; readonly digest: string }> {
  const target = await targetOfFolder(repro, { program, ...(limit && { limit }) }, scope.product)
  const { seed, thorough, argv, invocation = usualInvocation } = repro
  rmSync(join(folder, 'by-hand'), { recursive: true, force: true })
  const bench = await Bench.open({
    ...scope,
    argv,
    invocation,
    target,
    seed,
    thorough,
    ...(attach && { patience }),
  })
  try {
    const reproduction = {
      ...reproductionOf(repro, folder),
      programs: attach ? 'attached' : 'started',
      ...(keep && { keeps: true }),
    } as const
    // Under a debugger one start is enough: what the twin came to is known.
    const twin = attach ? repro.twin?.verdict : undefined
    const judging = bench.judge(repro.check, {
      reproduction,
      outDir: resultIn(folder),
      ...(twin && { twin }),
    })
    return { judged: await judging, digest: bench.suiteDigest }
  } finally {
    await bench.close()
  }
}

/** Starts the peers of a reproduction alone, until interrupted. */
export async function mockFromCommand(folder: string, scope: ReproScope): Promise<ExitCode> {
  const path = resolve(folder)
  const repro = readRepro(path)
  const target = await targetOfFolder(repro, { program: [], limit: [] }, scope.product)
  const bench = await Bench.open({
    ...scope,
    invocation: usualInvocation,
    ...repro,
    target,
    patience: usualPatience,
  })
  try {
    const reproduction = { ...reproductionOf(repro, path), programs: 'left-out' } as const
    const twin = repro.twin?.verdict
    await bench.judge(repro.check, { reproduction, outDir: resultIn(path), ...(twin && { twin }) })
    throw new HarnessError('usage', `${repro.check} starts no program, so it has no peers to start.`)
  } catch (thrown) {
    if (interrupts.happened) return exitCodes.conformant
    throw thrown
  } finally {
    await bench.close()
  }
}

/** What a folder says of how its check is run. */
export function reproductionOf({ check, cuts, standIns }: ReproFile, folder: string): Reproduction {
  return { check, folder, programs: 'started', cuts, standIns: standIns as Reproduction['standIns'] }
}

/** The target of a folder, which may lie on another machine now. */
export async function targetOfFolder(
  repro: ReproFile,
  { program, limit = [] }: Pick<ReproOptions, 'program' | 'limit'>,
  { references }: Product,
): Promise<Target> {
  const read = targetOf(repro)
  const recorded = { ...read, limits: { ...read.limits, ...givenLimits(limit) } }
  if (recorded.name === 'reference' || program.length > 0) {
    const name = recorded.dialect === 'kubernetes' ? 'kubernetes' : 'reference'
    const found = await findTarget({ target: name, programs: program, references })
    return { ...recorded, programs: { ...recorded.programs, ...found.programs } }
  }
  for (const [role, one] of Object.entries(recorded.programs)) {
    const [file = ''] = one?.command ?? []
    if (file.startsWith('/') && !existsSync(file))
      throw new HarnessError(
        'config-fault',
        `The ${role} program ${file} is not here. Give --program ${role}=PATH.`,
      )
  }
  return recorded
}

async function recordWithCuts(
  bench: Bench,
  id: string,
  folder: string,
  mayCut: boolean,
): Promise<{ readonly judged: Judged; readonly cuts: readonly Cut[] }> {
  const outDir = resultIn(folder)
  const record = (cuts: readonly Cut[]): Promise<Judged> => {
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
  const judged = await record([])
  const cuts = mayCut ? cutsAtFirstSight(folder) : []
  if (cuts.length === 0) return { judged, cuts }
  const again = await record(cuts)
  if (fingerprintOf(again.check) === fingerprintOf(judged.check)) return { judged: again, cuts }
  return { judged: await record([]), cuts: [] }
}

function fileOf(
  bench: Bench,
  id: string,
  { name, version }: Product,
  { check, twin }: Judged,
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

/** The check in the run that it comes from, and the options of that run. */
async function originOf(run: string, id: string, product: Product) {
  const events = await (await product.reports()).read(resolve(run))
  const header = events.find((event): event is HeaderEvent => event.type === 'header')
  const check = events.find((event): event is CheckEvent => event.type === 'check' && event.id === id)
  if (header === undefined)
    throw new HarnessError('usage', `${run} does not contain a run (no events.jsonl).`)
  const { argv, seed, invocation = usualInvocation } = header
  const options = { ...targetOptionsOf(invocation, folderOf(run, invocation)), seed }
  return { check, argv, invocation, options }
}

/** Where a run was started, as far as its own output directory tells: relative paths of its command line hold there. */
function folderOf(run: string, { out: given }: Invocation): string {
  const out = given.split('/').filter((part) => part !== '.' && part !== '')
  const tail = `${sep}${out.join(sep)}`
  const path = resolve(run)
  return path.endsWith(tail) ? path.slice(0, -tail.length) || sep : process.cwd()
}

function refuseStrangers(folder: string): void {
  if (!existsSync(folder) || existsSync(join(folder, 'repro.json'))) return
  if (existsSync(join(folder, 'events.jsonl')))
    throw new HarnessError('config-fault', `${folder} holds the results of a run. Give another --out.`)
}

function tell(folder: string, check: CheckEvent, { name }: Product, before: CheckEvent | undefined): void {
  const shown = quoted(shownPath(folder))
  const changed =
    before === undefined || before.verdict === check.verdict
      ? ''
      : `It was ${before.verdict} in the run, and is not when it runs alone.\n`
  const lines = [
    `${check.id}: ${check.verdict}`,
    ...(check.reason === undefined ? [] : [check.reason]),
    `${changed}  Folder    ${shown}`,
    `  Again     npx ${name} repro run ${shown}`,
    `  Debug     npx ${name} repro run ${shown} --attach`,
    `  Look      npx ${name} repro run ${shown} --keep`,
    `  Shrink    npx ${name} shrink ${shown}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
