import type { ReportFormat, Reports } from '#harness/run/product.ts'
import type { RunEvent } from '#harness/events.ts'
import { renderAnnotations } from './annotations.ts'
import { renderBadge } from './badge.ts'
import { renderHtml } from './html/report.ts'
import { viewRun } from './live.ts'
import { renderMarkdown } from './markdown.ts'
import { viewPreparation } from './preparation.ts'
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
  compare: async (before, after, format) => {
    const { compare } = await import('./comparison/index.ts')
    return compare(before, after, format)
  },
  trend: async (runs, format) => {
    const { trendReport } = await import('./trend/index.ts')
    return trendReport(
      runs.map(({ events }) => events),
      format,
    )
  },
  matrix: async (out, runs) => (await import('./matrix/index.ts')).writeMatrix(out, runs),
  merge: async (shards, out) => (await import('./merge.ts')).mergeRuns(shards, out),
  pages: async (rules, events, constraints) => {
    const { rulePages } = await import('./rule-pages.ts')
    const checks = events.filter((event) => event.type === 'check')
    return rulePages(rules, new Map(checks.map(({ id, verdict }) => [id, verdict])), constraints)
  },
  preparing: (stream) => viewPreparation(stream),
  render: renderAs,
  certificates: async () => (await import('./certificate/index.ts')).certificates,
  trace: async (outDir, events, url) => (await import('./otlp/export.ts')).exportRun(outDir, events, url),
}

/** A finished run in one of the formats of standard output; without `outDir` it lies where it was written. */
export function renderAs(
  format: ReportFormat,
  events: readonly RunEvent[],
  outDir = outDirOf(headerOf(events)),
): string {
  const result = resultOf(events)
  switch (format) {
    case 'json':
      return renderRunJson(result)
    case 'markdown':
      return renderMarkdown(result)
    case 'github':
      return renderAnnotations(result)
    case 'html':
      return renderHtml(events)
    case 'badge':
      return renderBadge(result)
    case 'text':
    case 'pretty':
      return renderTerminal(result, { outDir })
  }
}
