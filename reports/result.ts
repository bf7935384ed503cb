import {
  type ExcludedRule,
  isExcluded,
  type Level,
  type PlannedCheck,
  type Rule,
  type Source,
} from '#harness/catalogue.ts'
import { exitCodeOfRun, exitCodes } from '#harness/cli/exit.ts'
import { HarnessError } from '#harness/errors.ts'
import type { CheckEvent, FooterEvent, HeaderEvent, RunEvent, TargetSummary } from '#harness/events.ts'
import { type Verdict, verdicts, worst } from '#harness/verdict.ts'
import { reproCommand } from './repro.ts'

/** How a run ended, in the words of the exit codes. */
export type Outcome = keyof typeof exitCodes

/** What `run.json` holds; `schemas/run.schema.json` describes it. */
export interface RunResult {
  readonly schemaVersion: 1
  readonly tool: HeaderEvent['tool']
  readonly target: TargetSummary
  /** ISO 8601, UTC. */
  readonly startedAt: string
  /** `null` where the run was interrupted. */
  readonly finishedAt: string | null
  readonly seed: number
  readonly suiteDigest: string
  readonly outcome: Outcome
  /** Whether every planned check was reported once and the run reached its end. */
  readonly complete: boolean
  readonly plan: { readonly rules: number; readonly checks: number }
  /** Checks by verdict; they add up to `plan.checks`. */
  readonly totals: Readonly<Record<Verdict, number>>
  /** Planned checks that were never reported; they stand in `totals` under `harness-fault`. */
  readonly notRun: number
  /** What went wrong outside any check. */
  readonly errors: readonly string[]
  readonly rules: readonly RunRule[]
  /** Rows and sentences that no check covers. */
  readonly excluded: readonly (Pick<Rule, 'id' | 'level' | 'says' | 'source'> & { readonly reason: string })[]
  readonly checks: readonly RunCheck[]
  readonly observations: readonly RunObservation[]
}

export interface RunRule {
  readonly id: string
  readonly level: Level
  readonly says: string
  readonly source: Source
  /** The worst of its checks. */
  readonly verdict: Verdict
  /** Ids, in the order of the plan. */
  readonly checks: readonly string[]
}

export interface RunCheck {
  readonly id: string
  readonly rule: string
  readonly title: string
  readonly verdict: Verdict
  /** False for a planned check that was never reported. */
  readonly ran: boolean
  readonly durationMs: number
  readonly reason: string | null
  readonly expected: unknown
  readonly actual: unknown
  /** The id of the accepted check that a refusal counts on. */
  readonly twin: string | null
  /** The evidence folder, relative to the output directory. */
  readonly evidence: string | null
  readonly known: NonNullable<CheckEvent['known']> | null
  /** A shell command that runs the check again. */
  readonly repro: string
}

export interface RunObservation {
  readonly rule: string
  readonly check: string
  readonly what: string
  readonly value: unknown
}

/** Draws a run's result from its events. Throws a usage error where the stream has no header. */
export function resultOf(events: readonly RunEvent[]): RunResult {
  const header = headerOf(events)
  const footer = events.find((event): event is FooterEvent => event.type === 'footer')
  const { reported, problems } = accounted(header, events)
  const checks = header.plan.checks.map((planned) => checkOf(header, planned, reported.get(planned.id)))
  const rules = rulesOf(header.plan.rules, checks)
  const notRun = checks.filter((check) => !check.ran).length
  const outcome = outcomeOf(exitCodeOfRun(events))
  const complete = footer !== undefined && notRun === 0 && problems.length === 0
  return {
    schemaVersion: 1,
    tool: header.tool,
    target: header.target,
    startedAt: header.startedAt,
    finishedAt: footer?.finishedAt ?? null,
    seed: header.seed,
    suiteDigest: header.suiteDigest,
    // A stream that does not add up must not look conformant, whatever its footer says.
    outcome: outcome === 'conformant' && !complete ? 'harnessFault' : outcome,
    complete,
    plan: { rules: rules.length, checks: checks.length },
    totals: totalsOf(checks),
    notRun,
    errors: [...(footer?.errors ?? []), ...problems],
    rules,
    excluded: header.plan.rules.filter(isExcluded).map(excludedOf),
    checks,
    observations: header.plan.checks.flatMap(({ id, rule }) =>
      (reported.get(id)?.observations ?? []).map(({ what, value }) => ({
        rule,
        check: id,
        what,
        value: value ?? null,
      })),
    ),
  }
}

/** The header of a run's events. */
export function headerOf(events: readonly RunEvent[]): HeaderEvent {
  const header = events.find((event): event is HeaderEvent => event.type === 'header')
  if (header === undefined) throw new HarnessError('usage', 'The events have no header, so they are no run.')
  return header
}

/** The events by check; one that was reported twice keeps its worse verdict, and what does not add up is named. */
function accounted(
  header: HeaderEvent,
  events: readonly RunEvent[],
): { reported: ReadonlyMap<string, CheckEvent>; problems: readonly string[] } {
  const planned = new Set(header.plan.checks.map((check) => check.id))
  const reported = new Map<string, CheckEvent>()
  const problems: string[] = []
  for (const event of events) {
    if (event.type !== 'check') continue
    const earlier = reported.get(event.id)
    if (!planned.has(event.id))
      problems.push(`${event.id} was reported (${event.verdict}) and never planned.`)
    if (earlier !== undefined) problems.push(`${event.id} was reported twice.`)
    const keepsEarlier = earlier !== undefined && worst([earlier.verdict, event.verdict]) === earlier.verdict
    reported.set(event.id, keepsEarlier ? earlier : event)
  }
  return { reported, problems }
}

function checkOf(header: HeaderEvent, planned: PlannedCheck, event: CheckEvent | undefined): RunCheck {
  return {
    id: planned.id,
    rule: planned.rule,
    title: planned.title,
    verdict: event?.verdict ?? 'harness-fault',
    ran: event !== undefined,
    durationMs: event?.durationMs ?? 0,
    reason: event === undefined ? 'The run ended before this check was reported.' : (event.reason ?? null),
    expected: event?.expected ?? null,
    actual: event?.actual ?? null,
    twin: event?.twin ?? planned.twin ?? null,
    evidence: event?.evidence ?? null,
    known: event?.known ?? null,
    repro: reproCommand(header, planned.id),
  }
}

/** Rules without a selected check are left out: they can neither hold nor break. */
function rulesOf(planned: readonly (Rule | ExcludedRule)[], checks: readonly RunCheck[]): RunRule[] {
  return planned.flatMap((rule) => {
    const own = checks.filter((check) => check.rule === rule.id)
    const verdict = worst(own.map((check) => check.verdict))
    if (verdict === undefined) return []
    const { id, level, says, source } = rule
    return [{ id, level, says, source, verdict, checks: own.map((check) => check.id) }]
  })
}

function excludedOf({ id, level, says, source, excluded }: ExcludedRule): RunResult['excluded'][number] {
  return { id, level, says, source, reason: excluded.reason }
}

function totalsOf(checks: readonly RunCheck[]): Record<Verdict, number> {
  const totals = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>
  for (const { verdict } of checks) totals[verdict] += 1
  return totals
}

function outcomeOf(code: number): Outcome {
  const words = Object.keys(exitCodes) as Outcome[]
  return words.find((word) => exitCodes[word] === code) ?? 'harnessFault'
}
