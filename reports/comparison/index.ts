import type { ReportFormat, StoredRun } from '#harness/run/product.ts'
import { timelinesIn } from '../evidence.ts'
import { partsHtml } from '../html/parts.ts'
import { resultOf } from '../result.ts'
import { wantsColour } from '../text-style.ts'
import { type Comparison, compareRuns } from './compare.ts'
import { comparisonMarkdown } from './markdown.ts'
import { partsOf } from './parts.ts'
import { comparisonText } from './terminal.ts'

/**
 * Compares a run with an earlier run, or with a run of another implementation, and reports whether the run is worse.
 */
export function compare(
  before: StoredRun,
  after: StoredRun,
  format: ReportFormat,
): { readonly text: string; readonly isWorse: boolean } {
  const comparison = compareRuns(resultOf(before.events), resultOf(after.events), {
    before: timelinesIn(before),
    after: timelinesIn(after),
  })
  return { text: render(comparison, format), isWorse: comparison.isWorse }
}

function render(comparison: Comparison, format: ReportFormat): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(comparison, null, 2)}\n`
    case 'html':
      return partsHtml(partsOf(comparison))
    case 'markdown':
    case 'github':
      return comparisonMarkdown(comparison)
    default:
      return comparisonText(comparison, format === 'pretty' && wantsColour(process.stdout))
  }
}
