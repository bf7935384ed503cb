import { onOneLine } from '../comparison/terminal.ts'
import { stripControlCharacters } from '../plain-text.ts'
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
  const applyStyle = styledIf(colour)
  const rowsOf = (name: string): string[][] =>
    (tables.find((table) => table.title === name)?.rows ?? []).map((row) =>
      row.map(({ text }) => onOneLine(text)),
    )
  const runs = rowsOf('Runs').map(
    ([run, started, target, headline, totals]) =>
      `  ${run}  ${started}  ${target}: ${headline}\n     ${applyStyle('dim', totals ?? '')}`,
  )
  const checks = rowsOf('Checks').map(([check, , spans, when, why], index) => {
    const { direction = 'unsteady' } = trend.checks[index] ?? {}
    const line = `  ${applyStyle(styles[direction], direction)}  ${check}: ${spans}\n         ${applyStyle('dim', `since ${when}`)}`
    return why === '' ? line : `${line}\n         ${applyStyle('dim', why ?? '')}`
  })
  const observations = rowsOf('Observations').map(([rule, what, values]) => `  ${rule}, ${what}: ${values}`)
  const textBlocks = [
    ['Runs', ...runs],
    ['Checks', ...checks],
    ['Observations', ...observations],
  ].filter(({ length }) => length > 1)
  return `${[
    [
      applyStyle('bold', title.map(stripControlCharacters).join(' → ')),
      ...summary.map(stripControlCharacters),
    ],
    ...textBlocks,
  ]
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`
}
