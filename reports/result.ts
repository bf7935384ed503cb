import {
  type ExcludedRule,
  isExcluded,
  type JudgedBy,
  type PlannedCheck,
  type Rule,
} from '#harness/catalogue.ts'
import { exitCodeOfRun, exitCodes } from '#harness/cli/line/exit-codes.ts'
import { HarnessError } from '#harness/errors.ts'
import type { AttemptEvent, CheckEvent, FooterEvent, RunEvent } from '#harness/events.ts'
import type { HeaderEvent } from '#harness/header.ts'
import { isOutOfDate, type Verdict, verdicts, worstVerdict } from '#harness/verdict.ts'
import { expectedOf } from './expected.ts'
import { titleOf } from './headline.ts'
import { networkResult } from './network/summary.ts'
import { reproCommand } from './repro.ts'
import type { Outcome, RunCheck, RunResult, RunRule } from './run-schema.ts'
import { scopeOf } from './scope.ts'

/** Computes the result of a run from its events. Throws a usage error when the stream has no header. */
export function resultOf(events: readonly RunEvent[]): RunResult {
  const header = headerOf(events)
  const footer = events.find((event): event is FooterEvent => event.type === 'footer')
  const { reported, problems } = plannedResults(header, events)
  const attempts = attemptsOf(events)
  const checks = header.plan.checks.map((planned) =>
    checkOf(header, planned, reported.get(planned.id), attempts.get(planned.id)),
  )
  const network = networkResult(header, events)
  const rules = rulesOf(header.plan.rules, checks)
  const notRun = checks.filter((check) => !check.ran).length
  const runOutcome = outcomeOf(exitCodeOfRun(events), checks)
  const isComplete = footer !== undefined && notRun === 0 && problems.length === 0
  const result = {
    schemaVersion: 2,
    tool: header.tool,
    target: header.target,
    startedAt: header.startedAt,
    finishedAt: footer?.finishedAt ?? null,
    seed: header.seed,
    suiteDigest: header.suiteDigest,
    // An inconsistent stream must not look conformant, regardless of its footer.
    outcome: runOutcome === 'conformant' && !isComplete ? 'harnessFault' : runOutcome,
    complete: isComplete,
    plan: { rules: rules.length, checks: checks.length },
    scope: scopeOf(header, checks, isComplete),
    totals: totalsOf(header.plan.rules, checks),
    notRun,
    errors: [...(footer?.errors ?? []), ...problems],
    ...(header.evidence && { evidence: header.evidence }),
    ...(network && { network }),
    ...(header.baseline && { baseline: { ...header.baseline, ...baselineOf(checks, footer) } }),
    ...(footer?.previous && { previous: footer.previous }),
    ...(footer?.stoppedAfter !== undefined && { stoppedAfter: footer.stoppedAfter }),
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
  } as const
  return { ...result, headline: titleOf(result) }
}

/** Returns the state of the entries of a baseline. Only these entries have an owner. */
function baselineOf(
  checks: readonly RunCheck[],
  footer: FooterEvent | undefined,
): Pick<NonNullable<RunResult['baseline']>, 'excused' | 'stale'> {
  const excusedCount = checks.filter(({ known }) => known?.owner !== undefined && !isOutOfDate(known)).length
  return { excused: excusedCount, stale: footer?.stale ?? [] }
}

/** Returns the header of a run's events. */
export function headerOf(events: readonly RunEvent[]): HeaderEvent {
  const header = events.find((event): event is HeaderEvent => event.type === 'header')
  if (header === undefined) throw new HarnessError('usage', 'The events have no header, so they are no run.')
  return header
}

/** Returns the attempts at each check with more than one attempt, in their order. */
function attemptsOf(events: readonly RunEvent[]): ReadonlyMap<string, readonly AttemptEvent[]> {
  const attemptsByCheck = new Map<string, AttemptEvent[]>()
  for (const event of events)
    if (event.type === 'attempt')
      attemptsByCheck.set(event.id, [...(attemptsByCheck.get(event.id) ?? []), event])
  return attemptsByCheck
}

/**
 * Returns the events by check, and the inconsistencies of the events. A check that was reported twice keeps its worse
 * verdict.
 */
function plannedResults(
  header: HeaderEvent,
  events: readonly RunEvent[],
): { reported: ReadonlyMap<string, CheckEvent>; problems: readonly string[] } {
  const plannedIds = new Set(header.plan.checks.map((check) => check.id))
  const reportedChecks = new Map<string, CheckEvent>()
  const problems: string[] = []
  const firstAttempts = new Map<string, AttemptEvent>()
  for (const event of events) {
    if (event.type === 'attempt' && event.attempt === 1) firstAttempts.set(event.id, event)
    if (event.type !== 'check') continue
    const earlierReport = reportedChecks.get(event.id)
    if (!plannedIds.has(event.id))
      problems.push(`${event.id} was reported (${event.verdict}) and never planned.`)
    if (earlierReport !== undefined) problems.push(`${event.id} was reported twice.`)
    const keepsEarlier =
      earlierReport !== undefined &&
      worstVerdict([earlierReport.verdict, event.verdict]) === earlierReport.verdict
    reportedChecks.set(event.id, keepsEarlier ? earlierReport : event)
  }
  // A run that was killed before the second attempts still has the results of the first attempts.
  for (const [id, { attempt: _first, ...event }] of firstAttempts)
    if (!reportedChecks.has(id)) reportedChecks.set(id, { ...event, type: 'check' })
  return { reported: reportedChecks, problems }
}

/** Returns a planned check with its reported result, if any. */
export function checkOf(
  header: HeaderEvent,
  planned: PlannedCheck,
  event: CheckEvent | undefined,
  attempts: readonly AttemptEvent[] = [],
): RunCheck {
  return {
    id: planned.id,
    rule: planned.rule,
    title: planned.title,
    verdict: event?.verdict ?? 'harness-fault',
    ran: event !== undefined,
    durationMs: event?.durationMs ?? 0,
    reason: event === undefined ? 'The run ended before this check was reported.' : (event.reason ?? null),
    ...(event?.programError !== undefined && { programError: event.programError }),
    ...(event?.refusedStart && { refusedStart: true }),
    expected: event === undefined ? null : expectedOf(event),
    actual: event?.actual ?? null,
    twin: event?.twin ?? planned.twin ?? null,
    evidence: event?.evidence ?? null,
    known: event?.known ?? null,
    ...(attempts.length > 0 && { attempts: attempts.map(attemptOf) }),
    ...(planned.declaredAt !== undefined && { declaredAt: planned.declaredAt }),
    repro: reproCommand(header, planned.id),
  }
}

function attemptOf({ verdict, reason, evidence }: AttemptEvent): NonNullable<RunCheck['attempts']>[number] {
  return { verdict, reason: reason ?? null, evidence: evidence ?? null }
}

/**
 * Returns the rules with their verdicts. Rules without a selected check are omitted, because they can neither hold nor
 * break.
 */
function rulesOf(planned: readonly (Rule | ExcludedRule)[], checks: readonly RunCheck[]): RunRule[] {
  const byRule = new Map<string, RunCheck[]>()
  for (const check of checks) {
    const ruleChecks = byRule.get(check.rule)
    if (ruleChecks === undefined) byRule.set(check.rule, [check])
    else ruleChecks.push(check)
  }
  return planned.flatMap((rule) => {
    const ruleChecks = byRule.get(rule.id) ?? []
    const verdict = worstVerdict(ruleChecks.map((check) => check.verdict))
    if (verdict === undefined) return []
    if (isExcluded(rule)) return []
    const { id, level, says, source, program, profile, judgedBy, declaredAt } = rule
    const location = declaredAt === undefined ? {} : { declaredAt }
    const statement = { id, level, says, source, program, profile, judgedBy, ...location }
    return [{ ...statement, verdict, checks: ruleChecks.map((check) => check.id) }]
  })
}

function excludedOf({
  id,
  level,
  says,
  source,
  program,
  profile,
  excluded,
  declaredAt,
}: ExcludedRule): RunResult['excluded'][number] {
  const location = declaredAt === undefined ? {} : { declaredAt }
  return { id, level, says, source, program, profile, ...location, reason: excluded.reason }
}

function totalsOf(rules: readonly (Rule | ExcludedRule)[], checks: readonly RunCheck[]): RunResult['totals'] {
  const judgedByRule = new Map(rules.map(({ id, judgedBy }) => [id, judgedBy]))
  const countsOf = (judged: JudgedBy) =>
    verdictTotals(checks.filter(({ rule }) => judgedByRule.get(rule) === judged))
  return {
    ...verdictTotals(checks),
    judgedBy: {
      behaviour: countsOf('behaviour'),
      refusal: countsOf('refusal'),
      text: countsOf('text'),
      observation: countsOf('observation'),
    },
  }
}

function verdictTotals(checks: readonly RunCheck[]): Record<Verdict, number> {
  const totals = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>
  for (const { verdict } of checks) totals[verdict] += 1
  return totals
}

function outcomeOf(code: number, checks: readonly RunCheck[]): Outcome {
  if (code === exitCodes.inconclusive && checks.some(({ verdict }) => verdict === 'unstable'))
    return 'unstable'
  const outcomeNames = Object.keys(exitCodes) as (keyof typeof exitCodes)[]
  return outcomeNames.find((word) => exitCodes[word] === code) ?? 'harnessFault'
}
