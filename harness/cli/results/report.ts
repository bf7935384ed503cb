import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Product, ReportFormat } from '../../run/product.ts'
import { loadReporters, replayEvents } from '../../run/reporters.ts'
import { type ExitCode, exitCodeOfRun } from '../line/exit-codes.ts'

/** Command-line options of `report`. */
export interface ReportOptions {
  readonly format: ReportFormat
  /** Modules of external reporters. */
  readonly reporter?: readonly string[]
}

/** Renders a finished run again. */
export async function reportCommand(
  run: string,
  { format, reporter }: ReportOptions,
  product: Product,
): Promise<ExitCode> {
  const externalReporters = await loadReporters(reporter, { outDir: run })
  const reports = await product.reports()
  const events = await reports.read(resolve(run))
  // The path may also be that of the events.
  const path = statSync(resolve(run)).isDirectory() ? run : dirname(run)
  await reports.write(resolve(path), events)
  process.stdout.write(await reports.render(format, events, path))
  await replayEvents(events, externalReporters)
  return exitCodeOfRun(events)
}
