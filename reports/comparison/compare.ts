import { isDeepStrictEqual } from 'node:util'
import { isOutOfDate } from '#harness/verdict.ts'
import type { RunCheck, RunResult } from '../run-schema.ts'
import { rank, type Shown, shownOf } from '../shown.ts'
import { type Timelines, type TranscriptChange, transcriptChanges } from './transcripts.ts'

/** How one run differs from an earlier one, or from that of another implementation. */
export interface Comparison {
  readonly before: ComparedRun
  readonly after: ComparedRun
  readonly verdicts: readonly VerdictChange[]
  readonly observations: readonly ObservationChange[]
  /** What was answered otherwise to the same requests, whatever the verdicts. */
  readonly answers: readonly TranscriptChange[]
  /** Ids of checks that only one of the runs planned. */
  readonly onlyBefore: readonly string[]
  readonly onlyAfter: readonly string[]
  /** How many checks came to the same verdict in both. */
  readonly same: number
  /** Whether a check, or the run as a whole, came to something worse. */
  readonly isWorse: boolean
}

export type ComparedRun = Pick<
  RunResult,
  'tool' | 'target' | 'startedAt' | 'outcome' | 'headline' | 'suiteDigest' | 'complete'
>

export interface VerdictChange {
  readonly check: string
  readonly rule: string
  readonly before: Shown
  readonly after: Shown
  readonly direction: 'better' | 'worse'
  /** What the later run said of it. */
  readonly reason: string | null
}

export interface ObservationChange {
  readonly rule: string
  readonly check: string
  readonly what: string
  /** `null` where the run did not observe it. */
  readonly before: unknown
  readonly after: unknown
}

/**
 * Compares two runs check by check and observation by observation; the worst changes come first.
 * @param timelines what the checks of both asked and were answered, where that is at hand
 */
export function compareRuns(
  before: RunResult,
  after: RunResult,
  timelines?: { readonly before: Timelines; readonly after: Timelines },
): Comparison {
  const old = new Map(before.checks.map((check) => [check.id, check]))
  const both = after.checks.flatMap((check) => {
    const earlier = old.get(check.id)
    return earlier === undefined ? [] : [{ earlier, later: check }]
  })
  const changes = both.flatMap(({ earlier, later }) => verdictChange(earlier, later))
  return {
    before: about(before),
    after: about(after),
    verdicts: changes.toSorted((a, b) => rank(b.after) - rank(b.before) - (rank(a.after) - rank(a.before))),
    observations: observationChanges(before, after, new Set(both.map(({ later }) => later.id))),
    answers:
      timelines === undefined
        ? []
        : transcriptChanges(
            both.flatMap(({ earlier, later }) => (isTold(earlier) && isTold(later) ? [later.id] : [])),
            { timelines: timelines.before, dialect: before.target.dialect },
            { timelines: timelines.after, dialect: after.target.dialect },
          ),
    onlyBefore: missingFrom(after, before),
    onlyAfter: missingFrom(before, after),
    same: both.length - changes.length,
    isWorse: changes.some(({ direction }) => direction === 'worse') || failsNow(before, after),
  }
}

/** Whether what a check was answered says anything of the implementation. */
function isTold({ ran, verdict }: RunCheck): boolean {
  return ran && !['inconclusive', 'unstable', 'harness-fault'].includes(verdict)
}

/** Whether the run as a whole failed outside its checks, and the earlier one did not. */
function failsNow(before: RunResult, after: RunResult): boolean {
  const fails = ({ errors, baseline }: RunResult): boolean =>
    errors.length > 0 || (baseline?.stale.length ?? 0) > 0
  return fails(after) && !fails(before)
}

/** What is told of a run that is compared. */
export function about(run: RunResult): ComparedRun {
  const { tool, target, startedAt, outcome, headline, suiteDigest, complete } = run
  return { tool, target, startedAt, outcome, headline, suiteDigest, complete }
}

function verdictChange(earlier: RunCheck, later: RunCheck): VerdictChange[] {
  const before = shownOf(earlier)
  const after = shownOf(later)
  const difference = gradeOf(later) - gradeOf(earlier)
  if (before === after && difference === 0) return []
  const direction = difference > 0 ? 'worse' : 'better'
  return [{ check: later.id, rule: later.rule, before, after, direction, reason: later.reason }]
}

/** How bad it is; an entry out of date leaves a run as red as what could not be told. */
export function gradeOf(check: RunCheck): number {
  return rank(isOutOfDate(check.known) ? 'inconclusive' : shownOf(check))
}

/** What the checks that both runs planned observed differently; of the others there is nothing to compare. */
function observationChanges(
  before: RunResult,
  after: RunResult,
  planned: ReadonlySet<string>,
): ObservationChange[] {
  const key = ({ check, what }: { check: string; what: string }): string => JSON.stringify([check, what])
  const old = new Map(before.observations.map((one) => [key(one), one]))
  const now = new Map(after.observations.map((one) => [key(one), one]))
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((id) => {
    const [was, is] = [old.get(id), now.get(id)]
    const one = is ?? was
    if (one === undefined || !planned.has(one.check) || isDeepStrictEqual(was?.value, is?.value)) return []
    const { rule, check, what } = one
    return [{ rule, check, what, before: was?.value ?? null, after: is?.value ?? null }]
  })
}

function missingFrom(here: RunResult, there: RunResult): string[] {
  const ids = new Set(here.checks.map((check) => check.id))
  return there.checks.flatMap(({ id }) => (ids.has(id) ? [] : [id]))
}
