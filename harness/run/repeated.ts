import { countNames } from '../generate/counts.ts'
import type { CheckEvent, RunEvent } from '../events.ts'
import { isRed } from '../verdict.ts'

/** A check whose verdict changed between equal runs, with the numbers of its verdicts. */
export interface ChangedCheck {
  readonly check: string
  readonly verdicts: Readonly<Record<string, number>>
}

/** Comparison of equal runs of one target. */
export interface RepeatReport {
  readonly schemaVersion: 1
  /** Start of the first run, whose output directory has the comparison. */
  readonly startedAt?: string
  readonly runs: number
  /** Checks that ran in every run. */
  readonly checks: number
  readonly changed: readonly ChangedCheck[]
  /**
   * Upper limit of the probability that a check changes its verdict in one run, at 95 % confidence: 3 divided by the
   * number of results (the rule of three). Absent if a verdict changed.
   */
  readonly changesBelow?: number
}

/** Compares the verdicts of the checks of equal runs. */
export function compareRepeats(runs: readonly (readonly RunEvent[])[]): RepeatReport {
  const verdicts = new Map<string, string[]>()
  for (const events of runs)
    for (const event of events)
      if (event.type === 'check') verdicts.set(event.id, [...(verdicts.get(event.id) ?? []), event.verdict])
  const completeChecks = [...verdicts].filter(([, all]) => all.length === runs.length)
  const changedChecks = completeChecks
    .filter(([, all]) => new Set(all).size > 1)
    .map(([check, all]): ChangedCheck => ({ check, verdicts: countNames(all) }))
  const [first] = runs.flatMap((events) => events.filter(({ type }) => type === 'header'))
  return {
    schemaVersion: 1,
    ...(first?.type === 'header' && { startedAt: first.startedAt }),
    runs: runs.length,
    checks: completeChecks.length,
    changed: changedChecks,
    ...(changedChecks.length === 0 &&
      completeChecks.length > 0 && { changesBelow: 3 / (runs.length * completeChecks.length) }),
  }
}

/** Returns the comparison as text, one line for each changed check. */
export function repeatReportText({ runs, checks, changed, changesBelow }: RepeatReport): string {
  const lines = changed.map(
    ({ check, verdicts }) =>
      `  ${check}: ${Object.entries(verdicts)
        .map(([verdict, count]) => `${count} ${verdict}`)
        .join(', ')}`,
  )
  return [repeatReportSentence({ runs, checks, changed, changesBelow }), ...lines, ''].join('\n')
}

/** Returns the result of the comparison, with the bound if no verdict changed. */
export function repeatReportSentence({
  runs,
  checks,
  changed,
  changesBelow,
}: Pick<RepeatReport, 'runs' | 'checks' | 'changed'> & {
  readonly changesBelow?: number | undefined
}): string {
  const boundSentence =
    changesBelow === undefined ? '' : ` ${boundText(changesBelow, 'a check changes its verdict in')}`
  return `${runs} runs of ${checks} checks: ${changed.length} changed their verdicts.${boundSentence}`
}

/** Returns the text of the result of a check that was repeated until it failed. */
export function untilFailureText({ verdict, known }: CheckEvent, runs: number, maxRuns: number): string {
  if (isRed({ verdict, ...(known !== undefined && { known }) }))
    return `It failed in run ${runs} of at most ${maxRuns}.`
  return `It passed in ${runs} of ${maxRuns} runs. ${boundText(3 / runs, 'it fails in')}`
}

function boundText(share: number, what: string): string {
  return `With 95 % confidence, ${what} fewer than ${Number((share * 100).toPrecision(2))} % of runs.`
}
