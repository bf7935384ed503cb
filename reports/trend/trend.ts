import { isDeepStrictEqual } from 'node:util'
import { about, type ComparedRun, gradeOf } from '../comparison/compare.ts'
import type { RunCheck, RunResult } from '../run-schema.ts'
import { rank, type Shown, shownOf } from '../shown.ts'

/** What changed over several runs, oldest first. */
export interface Trend {
  readonly runs: readonly TrendRun[]
  /** The checks that did not always come to the same, the worst now first. */
  readonly checks: readonly CheckTrend[]
  readonly observations: readonly ObservationTrend[]
  /** How many checks came to the same in every run that had them. */
  readonly same: number
  /** Whether a check is worse in the last run than in the one before that had it. */
  readonly isWorse: boolean
}

/** One of the runs. */
export interface TrendRun extends ComparedRun {
  readonly totals: RunResult['totals']
  readonly checks: number
}

/** A check that changed. */
export interface CheckTrend {
  readonly check: string
  readonly rule: string
  /** What it came to in each run; `null` where the run did not have it. */
  readonly shown: readonly (Shown | null)[]
  /** Between the first run that had it and the last; `unsteady` went to and fro. */
  readonly direction: 'better' | 'worse' | 'unsteady'
  /** The run of its last change, counted from 0. */
  readonly changedIn: number
  /** What the run of its last change said of it. */
  readonly reason: string | null
}

/** Something observed that changed. */
export interface ObservationTrend {
  readonly rule: string
  readonly check: string
  readonly what: string
  /** In each run; `null` where it was not observed. */
  readonly values: readonly unknown[]
}

/** What changed over some runs, whichever order they are given in. */
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
      before === undefined || (shownOf(before) === shownOf(check) && gradeOf(before) === gradeOf(check))
    return isSame ? [] : [{ run, check, by: gradeOf(check) - gradeOf(before) }]
  })
  const last = changes.at(-1)
  if (last === undefined) return []
  const isUnsteady = changes.some(({ by }) => Math.sign(by) !== Math.sign(last.by))
  return [
    {
      trend: {
        check: last.check.id,
        rule: last.check.rule,
        shown: checks.map((check) => (check === undefined ? null : shownOf(check))),
        direction: isUnsteady ? 'unsteady' : last.by > 0 ? 'worse' : 'better',
        changedIn: last.run,
        reason: last.check.reason,
      },
      isWorseNow: last.run === checks.length - 1 && last.by > 0,
    },
  ]
}

function lastRank({ shown }: CheckTrend): number {
  const last = shown.findLast((one) => one !== null)
  return last === undefined || last === null ? 0 : rank(last)
}

/** What checks that every run has observed differently; of the others there is nothing to compare. */
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
    values.some((seen) => !isDeepStrictEqual(seen, values[0])),
  )
}
