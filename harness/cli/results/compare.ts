import { HarnessError } from '../../errors.ts'
import type { Product, ReportFormat } from '../../run/product.ts'
import { setDifferences, findSet, type StandardSet } from '../../standard/sets.ts'
import { type ExitCode, exitCodes } from '../line/exit-codes.ts'
import { readStoredRuns } from './stored-runs.ts'

/** Command-line options of `compare`. */
export interface CompareOptions {
  readonly format: ReportFormat
  /** True if the runs are written side by side into a page. */
  readonly matrix: boolean
  readonly out: string
}

/**
 * Prints the differences of two sets of the standard: rows and rules that the second set adds, removes or changes.
 * @param readPresentSet returns the present rows and rules, which a single set is compared with
 */
export async function compareSets(
  names: readonly string[],
  format: ReportFormat,
  product: Product,
  readPresentSet: () => Promise<StandardSet>,
): Promise<ExitCode> {
  const sets = product.sets?.() ?? []
  const [before, after, ...more] = names.map((name) => findSet(sets, name))
  if (before === undefined || more.length > 0)
    throw new HarnessError('usage', 'Give one or two sets to compare: --set 2026-12 --set 2027-06.')
  const newSet = after ?? (await readPresentSet())
  const { rows, rules } = setDifferences(before, newSet)
  if (format === 'json') {
    process.stdout.write(
      `${JSON.stringify({ before: before.name, after: newSet.name, rows, rules }, null, 2)}\n`,
    )
    return exitCodes.conformant
  }
  const changes = [
    ...rows.added.map((row) => ['row', 'added', row]),
    ...rows.removed.map((row) => ['row', 'removed', row]),
    ...rules.added.map((id) => ['rule', 'added', id]),
    ...rules.removed.map((id) => ['rule', 'removed', id]),
    ...rules.changed.map((id) => ['rule', 'changed', id]),
  ]
  const lines = changes.map(
    ([what = '', how = '', which = '']) => `  ${what.padEnd(5)} ${how.padEnd(8)} ${which}`,
  )
  const count = changes.length === 0 ? 'no difference' : `${changes.length} differences`
  process.stdout.write(`${[`${before.name} and ${newSet.name}: ${count}`, ...lines].join('\n')}\n`)
  return exitCodes.conformant
}

/** Prints the differences of two runs, or writes the matrix of any number of runs. */
export async function compareCommand(
  runs: readonly string[],
  { matrix, out, format }: CompareOptions,
  product: Product,
): Promise<ExitCode> {
  const [before, after, ...more] = await readStoredRuns(runs, product)
  if (before === undefined || after === undefined)
    throw new HarnessError('usage', 'Give at least two output directories to compare.')
  const reports = await product.reports()
  if (matrix) {
    const allEvents = [before, after, ...more].map(({ events }) => events)
    process.stdout.write(`${await reports.matrix(out, allEvents)}\n`)
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
  const { text, isWorse } = await reports.trend(await readStoredRuns(runs, product), format)
  process.stdout.write(text)
  return isWorse ? exitCodes.nonconformant : exitCodes.conformant
}
