import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { HarnessError } from '../errors.ts'
import { interrupts } from '../interrupts.ts'
import { defaultInvocation } from '../repro/command.ts'
import { readRepro, type ReproFile, targetOf } from '../repro/folder.ts'
import type { Reproduction } from '../target/reproduction.ts'
import type { Product } from '../run/product.ts'
import { Bench, type BenchResult, resultIn } from '../run/bench.ts'
import { findTarget } from '../target/find.ts'
import { parseLimits } from '../target/limits.ts'
import type { Target } from '../target/target.ts'
import { exitCodeOfRun, exitCodes, type ExitCode } from './line/exit-codes.ts'
import { captureOption, captureText } from './pcap.ts'
import type { RunOptions } from './run.ts'

/** Command-line options of `repro`. */
export interface ReproOptions
  extends Pick<RunOptions, 'target' | 'program' | 'role' | 'limit' | 'seed' | 'thorough'> {
  /** Results of the original run. */
  readonly run?: string
  readonly out?: string
  readonly attach?: boolean
  readonly keep?: boolean
  /** `false` keeps the whole configuration. */
  readonly cut?: boolean
  /** Maximum number of runs until the check fails. */
  readonly untilFailure?: number
  /** File that receives the packets of the check. */
  readonly pcap?: string
  /** Factor by which the time limits for responses are extended under a debugger. */
  readonly patience?: number
}

/** Dependencies of the commands that write or run reproductions, in addition to their options. */
export interface ReproScope {
  readonly product: Product
  readonly argv: readonly string[]
  readonly command?: readonly string[]
}

// Default factor for all time limits, because a debugger pauses a program for minutes at a time.
const defaultPatience = 60

/** Runs the check of a folder, and compares the verdict with the recorded verdict. */
export async function reproRunCommand(
  folder: string,
  options: Pick<ReproOptions, 'attach' | 'keep' | 'patience' | 'program' | 'limit' | 'pcap'>,
  scope: ReproScope,
): Promise<ExitCode> {
  const path = resolve(folder)
  const repro = readRepro(path)
  const { judged: result, digest } = await judgeFolder(path, repro, options, scope).catch(
    (thrown: unknown) => {
      throw options.keep && interrupts.isInterrupted
        ? new HarnessError('interrupted', 'Ended; nothing is left running.')
        : thrown
    },
  )
  if (digest !== repro.suiteDigest)
    process.stderr.write('This reproduction was written by another version of the suites.\n')
  const { verdict } = result.check
  const isSameVerdict = verdict === repro.expected.verdict
  process.stdout.write(
    `${repro.check}: ${verdict}${isSameVerdict ? ', as before' : `; before it was ${repro.expected.verdict}`}\n`,
  )
  if (result.check.reason !== undefined) process.stdout.write(`${result.check.reason}\n`)
  process.stdout.write(`Results: ${resultIn(folder)}\n${captureText(options)}`)
  return exitCodeOfRun(result.events)
}

async function judgeFolder(
  folder: string,
  repro: ReproFile,
  options: Parameters<typeof reproRunCommand>[1],
  scope: ReproScope,
): Promise<{ readonly judged: BenchResult; readonly digest: string }> {
  const { attach, keep, patience = defaultPatience, program, limit } = options
  const capture = captureOption(options)
  const target = await targetOfFolder(repro, { program, ...(limit && { limit }) }, scope.product)
  const { seed, thorough, argv, invocation = defaultInvocation } = repro
  rmSync(join(folder, 'by-hand'), { recursive: true, force: true })
  const bench = await Bench.open({
    ...scope,
    argv,
    invocation,
    target,
    seed,
    thorough,
    ...(attach && { patience }),
    ...capture,
  })
  try {
    const reproduction = {
      ...reproductionOf(repro, folder),
      programs: attach ? 'attached' : 'started',
      ...(keep && { keeps: true }),
    } as const
    // Under a debugger one start is enough, since the verdict of the twin is known.
    const twin = attach ? repro.twin?.verdict : undefined
    const judgement = bench.judge(repro.check, {
      reproduction,
      outDir: resultIn(folder),
      ...(twin && { twin }),
    })
    return { judged: await judgement, digest: bench.suiteDigest }
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
    invocation: defaultInvocation,
    ...repro,
    target,
    patience: defaultPatience,
  })
  try {
    const reproduction = { ...reproductionOf(repro, path), programs: 'left-out' } as const
    const twin = repro.twin?.verdict
    await bench.judge(repro.check, { reproduction, outDir: resultIn(path), ...(twin && { twin }) })
    throw new HarnessError('usage', `${repro.check} starts no program, so it has no peers to start.`)
  } catch (thrown) {
    if (interrupts.isInterrupted) return exitCodes.conformant
    throw thrown
  } finally {
    await bench.close()
  }
}

/** Returns the reproduction that is described by a folder. */
export function reproductionOf({ check, cuts, standIns }: ReproFile, folder: string): Reproduction {
  return { check, folder, programs: 'started', cuts, standIns: standIns as Reproduction['standIns'] }
}

/** Returns the target of a folder, which may have been copied to another machine. */
export async function targetOfFolder(
  repro: ReproFile,
  { program, limit = [] }: Pick<ReproOptions, 'program' | 'limit'>,
  { references }: Product,
): Promise<Target> {
  const storedTarget = targetOf(repro)
  const recordedTarget = { ...storedTarget, limits: { ...storedTarget.limits, ...parseLimits(limit) } }
  if (recordedTarget.name === 'reference' || program.length > 0) {
    const name = recordedTarget.dialect === 'kubernetes' ? 'kubernetes' : 'reference'
    const foundTarget = await findTarget({ target: name, programs: program, references })
    return { ...recordedTarget, programs: { ...recordedTarget.programs, ...foundTarget.programs } }
  }
  for (const [role, one] of Object.entries(recordedTarget.programs)) {
    const [file = ''] = one?.command ?? []
    if (file.startsWith('/') && !existsSync(file))
      throw new HarnessError(
        'config-fault',
        `The ${role} program ${file} is not here. Give --program ${role}=PATH.`,
      )
  }
  return recordedTarget
}
