import { resolve } from 'node:path'
import { HarnessError } from '../errors.ts'
import { exitCodes, type ExitCode } from './exit.ts'
import type { Format, Product } from './product.ts'

/** Renders one finished run again, or tells how two differ. */
export async function reportCommand(
  runs: readonly string[],
  format: Format,
  product: Product,
): Promise<ExitCode> {
  const reports = await product.reports()
  const [first, second, ...more] = runs
  if (first === undefined || more.length > 0)
    throw new HarnessError('usage', 'Give one output directory, or two to compare.')
  if (second !== undefined) {
    process.stdout.write(
      reports.compare(await reports.read(resolve(first)), await reports.read(resolve(second)), format),
    )
    return exitCodes.conformant
  }
  const events = await reports.read(resolve(first))
  await reports.write(resolve(first), events)
  process.stdout.write(reports.render(format, events))
  return exitCodes.conformant
}
