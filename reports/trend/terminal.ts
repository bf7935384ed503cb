import { onOneLine } from '../comparison/terminal.ts'
import { plain } from '../plain-text.ts'
import { styledIf } from '../text-style.ts'
import { trendParts } from './parts.ts'
import type { CheckTrend, Trend } from './trend.ts'

const styles = { worse: 'red', better: 'green', unsteady: 'yellow' } as const satisfies Record<
  CheckTrend['direction'],
  string
>

/** Renders a trend for a terminal or a log: a line per run, then the changes with their runs. */
export function trendText(trend: Trend, colour = false): string {
  const { title, summary, tables } = trendParts(trend)
  const styled = styledIf(colour)
  const rowsOf = (name: string): string[][] =>
    (tables.find((table) => table.title === name)?.rows ?? []).map((row) =>
      row.map(({ text }) => onOneLine(text)),
    )
  const runs = rowsOf('Runs').map(
    ([run, started, target, headline, totals]) =>
      `  ${run}  ${started}  ${target}: ${headline}\n     ${styled('dim', totals ?? '')}`,
  )
  const checks = rowsOf('Checks').map(([check, , spans, when, why], index) => {
    const { direction = 'unsteady' } = trend.checks[index] ?? {}
    const line = `  ${styled(styles[direction], direction)}  ${check}: ${spans}\n         ${styled('dim', `since ${when}`)}`
    return why === '' ? line : `${line}\n         ${styled('dim', why ?? '')}`
  })
  const observations = rowsOf('Observations').map(([rule, what, request]) => `  ${rule}, ${what}: ${request}`)
  const blocks = [
    ['Runs', ...runs],
    ['Checks', ...checks],
    ['Observations', ...observations],
  ].filter(({ length }) => length > 1)
  return `${[[styled('bold', title.map(plain).join(' → ')), ...summary.map(plain)], ...blocks]
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`
}
