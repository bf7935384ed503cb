import { isDeepStrictEqual } from 'node:util'
import { about, type ComparedRun, checkGrade } from '../comparison/compare.ts'
import type { RunCheck, RunResult } from '../run-schema.ts'
import { displayRank, type DisplayedVerdict, displayedVerdict } from '../displayed-verdict.ts'

/** Changes over several runs, oldest first. */
export interface Trend {
  readonly runs: readonly TrendRun[]
  /** Checks with varying results, the worst present one first. */
  readonly checks: readonly CheckTrend[]
  readonly observations: readonly ObservationTrend[]
  /** Number of checks with the same result in every run that had them. */
  readonly same: number
  /** True if a check is worse in the last run than in the previous one that had it. */
  readonly isWorse: boolean
}

/** Run of a trend. */
export interface TrendRun extends ComparedRun {
  readonly totals: RunResult['totals']
  readonly checks: number
}

/** Check that changed. */
export interface CheckTrend {
  readonly check: string
  readonly rule: string
  /** Verdict in each run; `null` if the run did not have it. */
  readonly shown: readonly (DisplayedVerdict | null)[]
  /** Change from the first run that had it to the last; `unsteady` means back and forth. */
  readonly direction: 'better' | 'worse' | 'unsteady'
  /** Index of the run with its last change, from 0. */
  readonly changedIn: number
  /** Reason in the run with its last change. */
  readonly reason: string | null
}

/** Observation that changed. */
export interface ObservationTrend {
  readonly rule: string
  readonly check: string
  readonly what: string
  /** Value in each run; `null` where it was not observed. */
  readonly values: readonly unknown[]
}

/** Returns the changes over some runs, in any order of input. */
export function trendOf(given: readonly RunResult[]): Trend {
  const runs = given.toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))
  const byId = runs.map((run) => new Map(run.checks.map((check) => [check.id, check])))
  const ids = new Set(runs.toReversed().flatMap((run) => run.checks.map(({ id }) => id)))
  const changed = [...ids].flatMap((id) => checkTrend(byId.map((checks) => checks.get(id))))
  return {
    runs: runs.map((run) => ({ ...about(run), totals: run.totals, checks: run.plan.checks })),
    checks: changed.map(({ trend }) => trend).toSorted((a, b) => lastRank(b) - lastRank(a)),
    observations: observationTrends(runs),
    same: ids.size - changed.length,
    isWorse: changed.some(({ isWorseNow }) => isWorseNow),
  }
}

function checkTrend(checks: readonly (RunCheck | undefined)[]): { trend: CheckTrend; isWorseNow: boolean }[] {
  const had = checks.flatMap((check, run) => (check === undefined ? [] : [{ check, run }]))
  const changes = had.slice(1).flatMap(({ check, run }, index) => {
    const before = had[index]?.check
    const isSame =
      before === undefined ||
      (displayedVerdict(before) === displayedVerdict(check) && checkGrade(before) === checkGrade(check))
    return isSame ? [] : [{ run, check, by: checkGrade(check) - checkGrade(before) }]
  })
  const last = changes.at(-1)
  if (last === undefined) return []
  const isUnstable = changes.some(({ by }) => Math.sign(by) !== Math.sign(last.by))
  return [
    {
      trend: {
        check: last.check.id,
        rule: last.check.rule,
        shown: checks.map((check) => (check === undefined ? null : displayedVerdict(check))),
        direction: isUnstable ? 'unsteady' : last.by > 0 ? 'worse' : 'better',
        changedIn: last.run,
        reason: last.check.reason,
      },
      isWorseNow: last.run === checks.length - 1 && last.by > 0,
    },
  ]
}

function lastRank({ shown }: CheckTrend): number {
  const last = shown.findLast((one) => one !== null)
  return last === undefined || last === null ? 0 : displayRank(last)
}

/** Returns the varying observations of checks that every run has. Others have no counterpart. */
function observationTrends(runs: readonly RunResult[]): ObservationTrend[] {
  const everywhere = runs.map((run) => new Set(run.checks.map(({ id }) => id)))
  const found = new Map<string, ObservationTrend & { readonly values: unknown[] }>()
  for (const [index, run] of runs.entries()) {
    for (const { rule, check, what, value } of run.observations) {
      if (!everywhere.every((ids) => ids.has(check))) continue
      const key = JSON.stringify([check, what])
      const one = found.get(key) ?? { rule, check, what, values: runs.map((): unknown => null) }
      one.values[index] = value
      found.set(key, one)
    }
  }
  return [...found.values()].filter(({ values }) =>
    values.some((request) => !isDeepStrictEqual(request, values[0])),
  )
}
