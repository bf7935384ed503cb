import type { Reports } from '#harness/run/product.ts'
import { formats, textOf } from '../formats/index.ts'
import { viewRun } from './live.ts'
import { viewPreparation } from './preparation.ts'
import { writeReports } from './write.ts'

/** Report operations of the command line. */
export const reports: Reports = {
  write: async (outDir, events) => {
    await writeReports(outDir, events)
  },
  live: (header, stream) => viewRun(header, stream),
  read: async (path) => {
    const { readRun } = await import('../read-events.ts')
    const { events, torn } = await readRun(path)
    if (torn !== undefined) process.stderr.write(`${torn}\n`)
    return events
  },
  compare: async (before, after, format) => {
    const { compare } = await import('../comparison/index.ts')
    return compare(before, after, format)
  },
  trend: async (runs, format) => {
    const { trendReport } = await import('../trend/index.ts')
    return trendReport(
      runs.map(({ events }) => events),
      format,
    )
  },
  matrix: async (out, runs) => (await import('../matrix/index.ts')).writeMatrix(out, runs),
  collect: async (out, collected) => (await import('../collect/index.ts')).writeCollected(out, collected),
  merge: async (shards, out) => (await import('../merge.ts')).mergeRuns(shards, out),
  pages: async (rules, events, constraints, places) => {
    const { rulePages } = await import('../formats/rule-pages.ts')
    const checks = events.filter((event) => event.type === 'check')
    const verdicts = new Map(checks.map(({ id, verdict }) => [id, verdict]))
    return rulePages(rules, verdicts, constraints, places)
  },
  preparing: (stream) => viewPreparation(stream),
  render: (format, events, outDir) => textOf(formats[format], events, outDir),
  certificates: async () => (await import('../certificate/index.ts')).certificates,
  rejudge: async (outDir, events) => (await import('../rejudge/rejudge.ts')).rejudge(outDir, events),
  trace: async (outDir, events, url) => (await import('../otlp/export.ts')).exportRun(outDir, events, url),
}
