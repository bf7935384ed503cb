import type { Format, Reports } from '#harness/cli/product.ts'
import type { RunEvent } from '#harness/events.ts'
import { renderAnnotations } from './annotations.ts'
import { compareRuns, comparisonMarkdown } from './compare.ts'
import { viewRun } from './live.ts'
import { renderMarkdown } from './markdown.ts'
import { outDirOf } from './repro.ts'
import { headerOf, resultOf } from './result.ts'
import { renderRunJson } from './run-json.ts'
import { renderTerminal } from './terminal.ts'
import { writeReports } from './write.ts'

/** The reports as the command line uses them. */
export const reports: Reports = {
  write: async (outDir, events) => {
    await writeReports(outDir, events)
  },
  live: (header, stream) => viewRun(header, stream),
  read: async (path) => {
    const { readRun } = await import('./read-events.ts')
    const { events, torn } = await readRun(path)
    if (torn !== undefined) process.stderr.write(`${torn}\n`)
    return events
  },
  compare: (before, after, format) => {
    const comparison = compareRuns(resultOf(before), resultOf(after))
    return format === 'json' ? `${JSON.stringify(comparison, null, 2)}\n` : comparisonMarkdown(comparison)
  },
  render: (format, events) => renderAs(format, events),
}

/** A finished run in one of the formats of standard output. */
export function renderAs(format: Format, events: readonly RunEvent[]): string {
  const result = resultOf(events)
  switch (format) {
    case 'json':
      return renderRunJson(result)
    case 'markdown':
      return renderMarkdown(result)
    case 'github':
      return renderAnnotations(result)
    case 'pretty':
      return renderTerminal(result, { outDir: outDirOf(headerOf(events)) })
  }
}
