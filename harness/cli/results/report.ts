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
  runDirectory: string,
  { format, reporter }: ReportOptions,
  product: Product,
): Promise<ExitCode> {
  const externalReporters = await loadReporters(reporter, { outDir: runDirectory })
  const reports = await product.reports()
  const events = await reports.read(resolve(runDirectory))
  // The path may name the file of events instead of the directory.
  const path = statSync(resolve(runDirectory)).isDirectory() ? runDirectory : dirname(runDirectory)
  await reports.write(resolve(path), events)
  process.stdout.write(await reports.render(format, events, path))
  await replayEvents(events, externalReporters)
  return exitCodeOfRun(events)
}
