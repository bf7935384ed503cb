import { isDeepStrictEqual } from 'node:util'
import { code, maxReasonLength, text } from '../comparison/parts.ts'
import type { Cell, Parts } from '../parts.ts'
import { truncate, valueText } from '../plain-text.ts'
import { count, type DisplayedVerdict, displayedVerdicts, verdictWords } from '../displayed-verdict.ts'
import type { CheckTrend, Trend, TrendRun } from './trend.ts'

const maxValueLength = 120

/** Returns the content of a trend, without empty parts. */
export function trendParts({ runs, checks, observations, same }: Trend): Parts {
  const countOf = (direction: CheckTrend['direction']): number =>
    checks.filter((check) => check.direction === direction).length
  const targets = [...new Set(runs.map(({ target }) => target.name))]
  const suites = new Set(runs.map(({ suiteDigest }) => suiteDigest)).size
  const tables = [
    {
      title: 'Runs',
      head: ['Run', 'Started', 'Target', 'Result', 'Verdicts', 'Suites'],
      rows: runs.map((run, index) => [
        text(String(index + 1)),
        text(run.startedAt),
        text(programsText(run)),
        text(`${run.headline}${run.complete ? '' : ' (incomplete)'}`),
        text(totalsText(run)),
        code(run.suiteDigest.slice(0, 12)),
      ]),
    },
    {
      title: 'Checks',
      head: ['Check', 'Change', 'Result', 'Last changed', 'Reason'],
      rows: checks.map(({ check, direction, shown, changedIn, reason }): Cell[] => [
        code(check),
        text(direction),
        { text: spansText(shown, shownText), style: 'strong', verdicts: shown },
        text(`run ${changedIn + 1}, ${runs[changedIn]?.startedAt ?? ''}`),
        text(truncate(reason ?? '', maxReasonLength)),
      ]),
    },
    {
      title: 'Observations',
      head: ['Rule', 'What', 'Seen'],
      rows: observations.map(({ rule, what, values }) => [
        code(rule),
        text(what),
        code(
          spansText(values, (content) =>
            content === null ? 'nothing' : truncate(valueText(content), maxValueLength),
          ),
        ),
      ]),
    },
  ]
  return {
    title: [`${count(runs.length, 'run')} of ${targets.join(', ')}`],
    summary: [
      `${count(countOf('worse'), 'check')} worse, ${countOf('better')} better, ${countOf('unsteady')} unsteady, ${same} the same; ${count(observations.length, 'observation')} changed.`,
      ...(suites === 1
        ? []
        : [`The runs used ${suites} different suites, so a change may come from the suites as well.`]),
    ],
    tables: tables.filter(({ rows }) => rows.length > 0),
    lists: [],
  }
}

/** Returns values run by run, in words: `held (1 to 3) → broken (4)`. */
export function spansText<Value>(values: readonly Value[], wordsFor: (value: Value) => string): string {
  const spans: { readonly value: Value; readonly from: number; to: number }[] = []
  for (const [index, value] of values.entries()) {
    const lastSpan = spans.at(-1)
    if (lastSpan !== undefined && isDeepStrictEqual(lastSpan.value, value)) lastSpan.to = index + 1
    else spans.push({ value, from: index + 1, to: index + 1 })
  }
  return spans
    .map(({ value, from, to }) => `${wordsFor(value)} (${from === to ? from : `${from} to ${to}`})`)
    .join(' → ')
}

function shownText(shown: DisplayedVerdict | null): string {
  return shown === null ? 'not planned' : verdictWords(shown)
}

function programsText({ target }: TrendRun): string {
  const versions = target.programs.flatMap(({ role, version }) =>
    version === undefined ? [] : [`${role} ${version}`],
  )
  return [target.name, ...versions].join(', ')
}

function totalsText({ totals, checks }: TrendRun): string {
  const countTexts = displayedVerdicts.toReversed().flatMap((shown) => {
    const n = shown === 'not-run' ? 0 : totals[shown]
    return n === 0 ? [] : [`${n} ${verdictWords(shown)}`]
  })
  return `${countTexts.join(', ')} of ${checks}`
}
