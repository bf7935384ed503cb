import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { HarnessError } from '../errors.ts'
import type { CheckEvent } from '../events.ts'
import type { HeaderEvent } from '../header.ts'
import type { Target } from '../target/target.ts'
import { isRed } from '../verdict.ts'
import type { Product } from '../run/product.ts'

/** The part of an earlier run that is repeated. */
export interface RerunSelection {
  /** Ids of the red checks. */
  readonly rerunChecks: readonly string[]
  /** Seed of the earlier run. */
  readonly seed: number
}

/**
 * Finds the red checks in an earlier run of the same target. Prints the number of checks that never ran,
 * because they are not repeated.
 */
export async function selectRerun(
  runDirectory: string,
  product: Pick<Product, 'reports'>,
  target: Pick<Target, 'name' | 'dialect'>,
): Promise<RerunSelection> {
  const events = await (await product.reports()).read(resolve(runDirectory))
  const header = events.find((event): event is HeaderEvent => event.type === 'header')
  if (header === undefined)
    throw new HarnessError('usage', `--rerun-failed ${runDirectory} does not contain a run.`)
  const { name, dialect } = header.target
  if (name !== target.name || dialect !== target.dialect) {
    throw new HarnessError(
      'usage',
      `--rerun-failed ${runDirectory}: that run was of ${name} (dialect ${dialect}), and this one is of ${target.name} (dialect ${target.dialect}). Give the same target.`,
    )
  }
  const checks = events.filter((event): event is CheckEvent => event.type === 'check')
  const missingCount = header.plan.checks.length - checks.length
  const redChecks = checks.filter(isRed).map(({ id }) => id)
  if (redChecks.length === 0) {
    const missingNote =
      missingCount === 0 ? '' : ` ${missingCount} of its checks never ran; repeat the whole run.`
    throw new HarnessError(
      'nothing-selected',
      `--rerun-failed ${runDirectory}: no check failed in that run.${missingNote}`,
    )
  }
  if (missingCount > 0)
    process.stderr.write(`${runDirectory} has ${missingCount} checks that never ran; they are not rerun.\n`)
  return { rerunChecks: redChecks, seed: header.seed }
}

/** Returns the run in an output directory that ended last: a repeated run, if it is newer than the original run. */
export function lastRunOf(out: string): string {
  const rerunDir = rerunDirOf(out)
  const [whole, repeated] = [out, rerunDir].map(
    (runDirectory) => statSync(join(runDirectory, 'events.jsonl'), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  )
  return (repeated ?? 0) > (whole ?? 0) ? rerunDir : out
}

/** Returns the output directory of a repeated run, which never replaces the results of the original. */
export function rerunDirOf(runDirectory: string): string {
  const isFile = statSync(runDirectory, { throwIfNoEntry: false })?.isFile() === true
  return join(isFile ? dirname(runDirectory) : runDirectory, 'rerun')
}
