import { dirname, resolve } from 'node:path'
import { statSync } from 'node:fs'
import { HarnessError } from '../../errors.ts'
import type { Product, Rejudgement } from '../../run/product.ts'
import { exitCodes, type ExitCode } from '../line/exit-codes.ts'

// Maximum number of printed differences; `--json` lists all.
const maxShown = 20

/** Computes the verdicts of a run again from its records, and prints the differences. */
export async function rejudgeCommand(
  runDirectory: string,
  { json }: { readonly json: boolean },
  product: Product,
): Promise<ExitCode> {
  const outDir = directoryOf(runDirectory)
  const reports = await product.reports()
  const rejudgement = await reports.rejudge(outDir, await reports.read(outDir))
  if (json) process.stdout.write(`${JSON.stringify(rejudgement, null, 2)}\n`)
  else process.stdout.write(`${rejudgedLines(rejudgement).join('\n')}\n`)
  if (rejudgement.judged.length + rejudgement.notJudged.length === 0)
    throw new HarnessError('nothing-selected', `${runDirectory} has no results of checks.`)
  return rejudgement.differences.length === 0 ? exitCodes.conformant : exitCodes.nonconformant
}

/** Returns the result for people: the share that was judged again, and every difference. */
export function rejudgedLines({ judged, notJudged, differences }: Rejudgement): readonly string[] {
  const total = judged.length + notJudged.length
  const percent = total === 0 ? 0 : Math.floor((100 * judged.length) / total)
  const shownDifferences = differences.slice(0, maxShown).map(({ check, why }) => `  ${check}: ${why}`)
  const hiddenCount = differences.length - shownDifferences.length
  return [
    `Judged again: ${judged.length} of ${total} checks (${percent} %).`,
    ...(differences.length === 0
      ? ['Their verdicts follow from the records, and the records agree.']
      : [
          `${differences.length} contradictions:`,
          ...shownDifferences,
          ...(hiddenCount > 0 ? [`  … and ${hiddenCount} more`] : []),
        ]),
  ]
}

function directoryOf(runDirectory: string): string {
  const stats = statSync(runDirectory, { throwIfNoEntry: false })
  if (stats === undefined)
    throw new HarnessError(
      'usage',
      `${runDirectory}: there is no such directory. Give the output directory of a run.`,
    )
  return resolve(stats.isDirectory() ? runDirectory : dirname(runDirectory))
}
