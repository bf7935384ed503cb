import type { ReportFormat } from '#harness/run/product.ts'
import type { RunEvent } from '#harness/events.ts'
import { partsMarkdown } from '../comparison/markdown.ts'
import { partsHtml } from '../html/parts.ts'
import { resultOf } from '../result.ts'
import { wantsColour } from '../text-style.ts'
import { trendParts } from './parts.ts'
import { trendText } from './terminal.ts'
import { type Trend, trendOf } from './trend.ts'

/** Renders the changes over several runs, and reports whether the last run is worse than the previous run. */
export function trendReport(
  runs: readonly (readonly RunEvent[])[],
  format: ReportFormat,
): { readonly text: string; readonly isWorse: boolean } {
  const trend = trendOf(runs.map(resultOf))
  return { text: render(trend, format), isWorse: trend.isWorse }
}

function render(trend: Trend, format: ReportFormat): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(trend, null, 2)}\n`
    case 'html':
      return partsHtml(trendParts(trend))
    case 'markdown':
    case 'github':
      return partsMarkdown(trendParts(trend))
    default:
      return trendText(trend, format === 'pretty' && wantsColour(process.stdout))
  }
}
