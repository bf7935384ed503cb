import { resolve } from 'node:path'
import { HarnessError } from '../errors.ts'
import type { Product } from '../run/product.ts'
import { exitCodes, type ExitCode } from './exit.ts'
import { type ReportOptions, reportCommand } from './report.ts'

/** The options of `compare` as the command line gives them. */
export interface CompareOptions extends Pick<ReportOptions, 'format'> {
  /** Whether the runs go side by side into a page. */
  readonly matrix: boolean
  readonly out: string
}

/** Tells how runs differ, or writes the matrix of them. */
export async function compareCommand(
  runs: readonly string[],
  { matrix, out, format }: CompareOptions,
  product: Product,
): Promise<ExitCode> {
  if (runs.length < 2) throw new HarnessError('usage', 'Give at least two output directories to compare.')
  if (!matrix) return reportCommand(runs, { format, merge: false, out, isOutGiven: false }, product)
  const reports = await product.reports()
  const stored = await Promise.all(runs.map((path) => reports.read(resolve(path))))
  process.stdout.write(`${await reports.matrix(out, stored)}\n`)
  return exitCodes.conformant
}
