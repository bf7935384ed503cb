import { isDeepStrictEqual } from 'node:util'
import { isOutOfDate } from '#harness/verdict.ts'
import type { RunCheck, RunResult } from '../run-schema.ts'
import { displayRank, type DisplayedVerdict, displayedVerdict } from '../displayed-verdict.ts'
import { type Timelines, type TranscriptChange, transcriptChanges } from './transcripts.ts'

/** Differences between a run and an earlier run, or a run of another implementation. */
export interface Comparison {
  readonly before: ComparedRun
  readonly after: ComparedRun
  readonly verdicts: readonly VerdictChange[]
  readonly observations: readonly ObservationChange[]
  /** Different responses to the same requests, independent of the verdicts. */
  readonly answers: readonly TranscriptChange[]
  /** Ids of checks that only the earlier run planned. */
  readonly onlyBefore: readonly string[]
  readonly onlyAfter: readonly string[]
  /** Number of checks with the same verdict in both runs. */
  readonly same: number
  /** True if a check is worse in the later run, or the later run itself failed outside its checks. */
  readonly isWorse: boolean
}

export type ComparedRun = Pick<
  RunResult,
  'tool' | 'target' | 'startedAt' | 'outcome' | 'headline' | 'suiteDigest' | 'complete'
>

export interface VerdictChange {
  readonly check: string
  readonly rule: string
  readonly before: DisplayedVerdict
  readonly after: DisplayedVerdict
  readonly direction: 'better' | 'worse'
  /** Reason in the later run. */
  readonly reason: string | null
}

export interface ObservationChange {
  readonly rule: string
  readonly check: string
  readonly what: string
  /** `null` if the earlier run has no such observation. */
  readonly before: unknown
  readonly after: unknown
}

/**
 * Compares two runs check by check and observation by observation. The worst changes come first.
 * @param timelines requests and responses of the checks of both runs, if available
 */
export function compareRuns(
  before: RunResult,
  after: RunResult,
  timelines?: { readonly before: Timelines; readonly after: Timelines },
): Comparison {
  const earlierChecks = new Map(before.checks.map((check) => [check.id, check]))
  const checkPairs = after.checks.flatMap((check) => {
    const earlierCheck = earlierChecks.get(check.id)
    return earlierCheck === undefined ? [] : [{ earlier: earlierCheck, later: check }]
  })
  const changes = checkPairs.flatMap(({ earlier, later }) => verdictChange(earlier, later))
  return {
    before: comparedRun(before),
    after: comparedRun(after),
    verdicts: changes.toSorted(
      (a, b) => displayRank(b.after) - displayRank(b.before) - (displayRank(a.after) - displayRank(a.before)),
    ),
    observations: observationChanges(before, after, new Set(checkPairs.map(({ later }) => later.id))),
    answers:
      timelines === undefined
        ? []
        : transcriptChanges(
            checkPairs.flatMap(({ earlier, later }) =>
              hasVerdict(earlier) && hasVerdict(later) ? [later.id] : [],
            ),
            { timelines: timelines.before, dialect: before.target.dialect },
            { timelines: timelines.after, dialect: after.target.dialect },
          ),
    onlyBefore: idsMissingIn(after, before),
    onlyAfter: idsMissingIn(before, after),
    same: checkPairs.length - changes.length,
    isWorse: changes.some(({ direction }) => direction === 'worse') || isRegression(before, after),
  }
}

/** Reports whether the responses to a check describe the implementation. */
function hasVerdict({ ran, verdict }: RunCheck): boolean {
  return ran && !['inconclusive', 'unstable', 'harness-fault'].includes(verdict)
}

/** Reports whether the later run failed outside its checks, and the earlier run did not. */
function isRegression(before: RunResult, after: RunResult): boolean {
  const hasFailed = ({ errors, baseline }: RunResult): boolean =>
    errors.length > 0 || (baseline?.stale.length ?? 0) > 0
  return hasFailed(after) && !hasFailed(before)
}

/** Returns the attributes of a run that a comparison shows. */
export function comparedRun(run: RunResult): ComparedRun {
  const { tool, target, startedAt, outcome, headline, suiteDigest, complete } = run
  return { tool, target, startedAt, outcome, headline, suiteDigest, complete }
}

function verdictChange(earlier: RunCheck, later: RunCheck): VerdictChange[] {
  const verdictBefore = displayedVerdict(earlier)
  const verdictAfter = displayedVerdict(later)
  const difference = checkGrade(later) - checkGrade(earlier)
  if (verdictBefore === verdictAfter && difference === 0) return []
  const direction = difference > 0 ? 'worse' : 'better'
  return [
    {
      check: later.id,
      rule: later.rule,
      before: verdictBefore,
      after: verdictAfter,
      direction,
      reason: later.reason,
    },
  ]
}

/** Returns the severity of a check. A check whose entry is out of date is as severe as an inconclusive check. */
export function checkGrade(check: RunCheck): number {
  return displayRank(isOutOfDate(check.known) ? 'inconclusive' : displayedVerdict(check))
}

/** Returns the observations that differ between the runs, of checks that both runs planned. */
function observationChanges(
  before: RunResult,
  after: RunResult,
  plannedIds: ReadonlySet<string>,
): ObservationChange[] {
  const key = ({ check, what }: { check: string; what: string }): string => JSON.stringify([check, what])
  const earlierObservations = new Map(before.observations.map((one) => [key(one), one]))
  const laterObservations = new Map(after.observations.map((one) => [key(one), one]))
  return [...new Set([...earlierObservations.keys(), ...laterObservations.keys()])].flatMap((id) => {
    const [was, is] = [earlierObservations.get(id), laterObservations.get(id)]
    const observation = is ?? was
    if (
      observation === undefined ||
      !plannedIds.has(observation.check) ||
      isDeepStrictEqual(was?.value, is?.value)
    )
      return []
    const { rule, check, what } = observation
    return [{ rule, check, what, before: was?.value ?? null, after: is?.value ?? null }]
  })
}

function idsMissingIn(run: RunResult, otherRun: RunResult): string[] {
  const ids = new Set(run.checks.map((check) => check.id))
  return otherRun.checks.flatMap(({ id }) => (ids.has(id) ? [] : [id]))
}
