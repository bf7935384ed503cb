import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { HarnessError } from '../errors.ts'
import { exitCodeOfRun, exitCodes, type ExitCode } from './exit.ts'
import { mergeCommand } from './merge.ts'
import type { Product, ReportFormat } from '../run/product.ts'

/** The options of `report` as the command line gives them. */
export interface ReportOptions {
  readonly format: ReportFormat
  /** Whether the directories are shards of one run. */
  readonly merge: boolean
  /** Where the merged run goes. */
  readonly out: string
  /** Whether somebody named that place. */
  readonly isOutGiven: boolean
}

/** Renders one finished run again, puts shards together, or tells how two runs differ or what changed over several. */
export async function reportCommand(
  runs: readonly string[],
  options: ReportOptions,
  product: Product,
): Promise<ExitCode> {
  const { format } = options
  if (options.merge) return mergeCommand(runs, options, product)
  const reports = await product.reports()
  const stored = await Promise.all(
    runs.map(async (path) => ({ path, events: await reports.read(resolve(path)) })),
  )
  const [first, second, ...more] = stored
  if (first === undefined)
    throw new HarnessError('usage', 'Give one output directory, two to compare, or more for a trend.')
  if (second !== undefined) {
    const { text, isWorse } =
      more.length === 0 ? await reports.compare(first, second, format) : await reports.trend(stored, format)
    process.stdout.write(text)
    return isWorse ? exitCodes.nonconformant : exitCodes.conformant
  }
  const { events } = first
  // The events may be named themselves.
  const path = statSync(resolve(first.path)).isDirectory() ? first.path : dirname(first.path)
  await reports.write(resolve(path), events)
  process.stdout.write(reports.render(format, events, path))
  return exitCodeOfRun(events)
}
