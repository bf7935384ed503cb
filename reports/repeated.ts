import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { orFallback } from '#harness/errors.ts'
import type { HeaderEvent } from '#harness/header.ts'
import { type RepeatReport, repeatReportSentence } from '#harness/run/repeated.ts'

/**
 * Returns the comparison of equal runs that `run --repeat` wrote into the output directory of the first.
 * @returns `undefined` if there is none, or if it belongs to an earlier run
 */
export function repetitionOf(outDir: string, { startedAt }: HeaderEvent): string | undefined {
  const file = join(outDir, 'repeat.json')
  if (!existsSync(file)) return undefined
  const parsedFile = orFallback(() => JSON.parse(readFileSync(file, 'utf8')) as Partial<RepeatReport>, {})
  const { runs, checks, changed, changesBelow } = parsedFile
  if (
    parsedFile.startedAt !== startedAt ||
    runs === undefined ||
    checks === undefined ||
    !Array.isArray(changed)
  )
    return undefined
  return repeatReportSentence({ runs, checks, changed, changesBelow })
}
