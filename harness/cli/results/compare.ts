import { HarnessError } from '../../errors.ts'
import type { Product, ReportFormat } from '../../run/product.ts'
import { type ExitCode, exitCodes } from '../line/exit-codes.ts'
import { storedRuns } from './stored-runs.ts'

/** Command-line options of `compare`. */
export interface CompareOptions {
  readonly format: ReportFormat
  /** True if the runs are written side by side into a page. */
  readonly matrix: boolean
  readonly out: string
}

/** Prints the differences of two runs, or writes the matrix of any number. */
export async function compareCommand(
  runs: readonly string[],
  { matrix, out, format }: CompareOptions,
  product: Product,
): Promise<ExitCode> {
  const [before, after, ...more] = await storedRuns(runs, product)
  if (before === undefined || after === undefined)
    throw new HarnessError('usage', 'Give at least two output directories to compare.')
  const reports = await product.reports()
  if (matrix) {
    const all = [before, after, ...more].map(({ events }) => events)
    process.stdout.write(`${await reports.matrix(out, all)}\n`)
    return exitCodes.conformant
  }
  const { text, isWorse } = await reports.compare(before, after, format)
  process.stdout.write(text)
  return isWorse ? exitCodes.nonconformant : exitCodes.conformant
}

/** Prints the changes over several runs, in the order in which they started. */
export async function trendCommand(
  runs: readonly string[],
  { format }: Pick<CompareOptions, 'format'>,
  product: Product,
): Promise<ExitCode> {
  if (runs.length < 2) throw new HarnessError('usage', 'Give at least two output directories for a trend.')
  const reports = await product.reports()
  const { text, isWorse } = await reports.trend(await storedRuns(runs, product), format)
  process.stdout.write(text)
  return isWorse ? exitCodes.nonconformant : exitCodes.conformant
}
