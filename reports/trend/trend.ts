import { isDeepStrictEqual } from 'node:util'
import { comparedRun, type ComparedRun, checkGrade } from '../comparison/compare.ts'
import type { RunCheck, RunResult } from '../run-schema.ts'
import { displayRank, type DisplayedVerdict, displayedVerdict } from '../displayed-verdict.ts'

/** Changes over several runs, oldest first. */
export interface Trend {
  readonly runs: readonly TrendRun[]
  /** Checks with varying results, ordered by their latest verdict, the worst first. */
  readonly checks: readonly CheckTrend[]
  readonly observations: readonly ObservationTrend[]
  /** Number of checks with the same result in every run that has the check. */
  readonly same: number
  /** True if a check is worse in the last run than in the previous run that had this check. */
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
  /** Verdict in each run; `null` if the run did not have the check. */
  readonly shown: readonly (DisplayedVerdict | null)[]
  /** Change from the first run to the last run that has the check; `unsteady` means back and forth. */
  readonly direction: 'better' | 'worse' | 'unsteady'
  /** Zero-based index of the run with its last change. */
  readonly changedIn: number
  /** Reason in the run with its last change. */
  readonly reason: string | null
}

/** Observation that changed. */
export interface ObservationTrend {
  readonly rule: string
  readonly check: string
  readonly what: string
  /** Value in each run; `null` for a run without the observation. */
  readonly values: readonly unknown[]
}

/** Returns the changes over the runs, which may be given in any order. */
export function trendOf(results: readonly RunResult[]): Trend {
  const runs = results.toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))
  const byId = runs.map((run) => new Map(run.checks.map((check) => [check.id, check])))
  const ids = new Set(runs.toReversed().flatMap((run) => run.checks.map(({ id }) => id)))
  const changedChecks = [...ids].flatMap((id) => checkTrend(byId.map((checks) => checks.get(id))))
  return {
    runs: runs.map((run) => ({ ...comparedRun(run), totals: run.totals, checks: run.plan.checks })),
    checks: changedChecks
      .map(({ trend }) => trend)
      .toSorted((a, b) => lastVerdictRank(b) - lastVerdictRank(a)),
    observations: observationTrends(runs),
    same: ids.size - changedChecks.length,
    isWorse: changedChecks.some(({ isWorseNow }) => isWorseNow),
  }
}

function checkTrend(checks: readonly (RunCheck | undefined)[]): { trend: CheckTrend; isWorseNow: boolean }[] {
  const presentChecks = checks.flatMap((check, run) => (check === undefined ? [] : [{ check, run }]))
  const changes = presentChecks.slice(1).flatMap(({ check, run }, index) => {
    const previousCheck = presentChecks[index]?.check
    const isSame =
      previousCheck === undefined ||
      (displayedVerdict(previousCheck) === displayedVerdict(check) &&
        checkGrade(previousCheck) === checkGrade(check))
    return isSame ? [] : [{ run, check, gradeChange: checkGrade(check) - checkGrade(previousCheck) }]
  })
  const lastChange = changes.at(-1)
  if (lastChange === undefined) return []
  const isUnstable = changes.some(
    ({ gradeChange }) => Math.sign(gradeChange) !== Math.sign(lastChange.gradeChange),
  )
  return [
    {
      trend: {
        check: lastChange.check.id,
        rule: lastChange.check.rule,
        shown: checks.map((check) => (check === undefined ? null : displayedVerdict(check))),
        direction: isUnstable ? 'unsteady' : lastChange.gradeChange > 0 ? 'worse' : 'better',
        changedIn: lastChange.run,
        reason: lastChange.check.reason,
      },
      isWorseNow: lastChange.run === checks.length - 1 && lastChange.gradeChange > 0,
    },
  ]
}

function lastVerdictRank({ shown }: CheckTrend): number {
  const lastVerdict = shown.findLast((one) => one !== null)
  return lastVerdict === undefined || lastVerdict === null ? 0 : displayRank(lastVerdict)
}

/** Returns the varying observations of the checks that every run has. */
function observationTrends(runs: readonly RunResult[]): ObservationTrend[] {
  const checksByRun = runs.map((run) => new Set(run.checks.map(({ id }) => id)))
  const trendsByKey = new Map<string, ObservationTrend & { readonly values: unknown[] }>()
  for (const [index, run] of runs.entries()) {
    for (const { rule, check, what, value } of run.observations) {
      if (!checksByRun.every((ids) => ids.has(check))) continue
      const key = JSON.stringify([check, what])
      const observationTrend = trendsByKey.get(key) ?? {
        rule,
        check,
        what,
        values: runs.map((): unknown => null),
      }
      observationTrend.values[index] = value
      trendsByKey.set(key, observationTrend)
    }
  }
  return [...trendsByKey.values()].filter(({ values }) =>
    values.some((value) => !isDeepStrictEqual(value, values[0])),
  )
}
