import type { ReportFormat } from '#harness/run/product.ts'
import type { MakeReporter, ReporterContext } from '#harness/reporter.ts'
import type { RunEvent } from '#harness/events.ts'
import { renderHtml } from '../html/report.ts'
import { repetitionOf } from '../repeated.ts'
import { outDirOf } from '../repro.ts'
import { headerOf, resultOf } from '../result.ts'
import type { RunResult } from '../run-schema.ts'
import { renderAnnotations } from './annotations.ts'
import { renderBadge } from './badge.ts'
import { renderCtrf } from './ctrf.ts'
import { renderJUnit } from './junit.ts'
import { renderMarkdown } from './markdown.ts'
import { renderRunJson } from './run-json.ts'
import { renderTerminal } from './terminal.ts'

const htmlReporter = eventsReporter((events, { outDir }) =>
  renderHtml(events, repetitionOf(outDir, headerOf(events))),
)
const junitReporter = resultReporter(renderJUnit)
const jsonReporter = resultReporter(renderRunJson)
const markdownReporter = resultReporter(renderMarkdown)
const terminalReporter = resultReporter((result, { outDir }) => renderTerminal(result, { outDir }))

/** All formats that `--format` accepts, each through the public reporter interface. */
export const formats: Readonly<Record<ReportFormat, MakeReporter>> = {
  pretty: terminalReporter,
  text: terminalReporter,
  json: jsonReporter,
  markdown: markdownReporter,
  github: resultReporter(renderAnnotations),
  html: htmlReporter,
  badge: resultReporter(renderBadge),
  ctrf: resultReporter(renderCtrf),
  junit: junitReporter,
}

/** Files that a run writes, with their reporters. */
export const files: Readonly<Record<string, MakeReporter>> = {
  'run.json': jsonReporter,
  'junit.xml': junitReporter,
  'summary.md': markdownReporter,
  'report.html': htmlReporter,
}

/**
 * Returns the output of a reporter for a finished run. Default of `outDir`: the directory to which the run was written.
 */
export async function textOf(
  make: MakeReporter,
  events: readonly RunEvent[],
  outDir = outDirOf(headerOf(events)),
): Promise<string> {
  const reporter = await make({ outDir })
  for (const event of events) reporter.event?.(event)
  return (await reporter.end?.()) ?? ''
}

/** Returns a reporter that processes all events together. */
function eventsReporter(
  render: (events: readonly RunEvent[], context: ReporterContext) => string,
): MakeReporter {
  return (context) => {
    const events: RunEvent[] = []
    return { event: (event) => void events.push(event), end: () => render(events, context) }
  }
}

function resultReporter(render: (result: RunResult, context: ReporterContext) => string): MakeReporter {
  return eventsReporter((events, context) => render(resultOf(events), context))
}
