import { stableCause } from '#harness/cause/failure-cause.ts'
import { isOutOfDate } from '#harness/verdict.ts'
import { redChecks } from './headline.ts'
import type { RunCheck, RunResult } from './run-schema.ts'
import { type DisplayedVerdict, displayedVerdict } from './displayed-verdict.ts'

/** Checks that need attention for the same reason. */
export interface Cause {
  /** Displayed verdict of the first check. */
  readonly verdict: DisplayedVerdict
  /** Checks in the order of the plan, at least one. */
  readonly checks: readonly [RunCheck, ...RunCheck[]]
}

// Failures of the implementation come first, because readers look for them.
const verdictsByUrgency: readonly DisplayedVerdict[] = [
  'broken',
  'crashed',
  'harness-fault',
  'unstable',
  'untestable',
  'inconclusive',
  'known-failing',
  'warned',
]

/**
 * Returns the causes of all checks that need attention: the causes of broken checks first, and within a verdict the
 * cause with the most checks first.
 */
export function causesOf(result: RunResult): readonly Cause[] {
  const warnedChecks = result.checks.filter((check) => check.ran && check.verdict === 'warned')
  const byKey = new Map<string, RunCheck[]>()
  const checksById = new Map(result.checks.map((check) => [check.id, check]))
  for (const check of new Set([...redChecks(result), ...warnedChecks])) {
    const key = causeKey(failedControl(check, checksById) ?? check)
    byKey.set(key, [...(byKey.get(key) ?? []), check])
  }
  const causes = [...byKey.values()].flatMap((checks): Cause[] => {
    const [first, ...others] = checks.toSorted(
      (a, b) => placeAmongCauses(displayedVerdict(a)) - placeAmongCauses(displayedVerdict(b)),
    )
    return first === undefined ? [] : [{ verdict: displayedVerdict(first), checks: [first, ...others] }]
  })
  return causes.toSorted(
    (a, b) => placeAmongCauses(a.verdict) - placeAmongCauses(b.verdict) || b.checks.length - a.checks.length,
  )
}

function placeAmongCauses(verdict: DisplayedVerdict): number {
  return verdictsByUrgency.includes(verdict) ? verdictsByUrgency.indexOf(verdict) : verdictsByUrgency.length
}

/**
 * Returns the control check of a refusal whose verdict depends only on the control check, if a program error made the
 * control check fail.
 */
function failedControl(
  { verdict, twin, reason }: RunCheck,
  checks: ReadonlyMap<string, RunCheck>,
): RunCheck | undefined {
  const controlCheck = twin === null ? undefined : checks.get(twin)
  const isDependent = verdict === 'untestable' || verdict === 'crashed'
  if (!isDependent || reason?.startsWith(`Control check ${twin}`) !== true) return undefined
  return controlCheck?.programError === undefined || !programErrorVerdicts.has(displayedVerdict(controlCheck))
    ? undefined
    : controlCheck
}

// Verdicts that a program error can explain.
const programErrorVerdicts: ReadonlySet<DisplayedVerdict> = new Set(['broken', 'crashed', 'untestable'])

/**
 * Returns the key of the cause of a verdict. Checks with the same key have the same cause, as far as their reasons
 * show.
 */
export function causeKey(check: RunCheck): string {
  const displayVerdict = displayedVerdict(check)
  const message = isOutOfDate(check.known) ? staleReason(check) : (check.reason ?? check.title)
  // All checks that need the same missing flag have one cause.
  const [missingFlag] = /^.*? does not have the flag --[\w.-]+/.exec(message) ?? []
  if (missingFlag !== undefined) return missingFlag
  // Checks with the same program error have one cause.
  if (check.programError !== undefined && programErrorVerdicts.has(displayVerdict))
    return `program\n${stableCause({ programError: check.programError })}`
  // Reasons of broken checks, such as an unexpected status, are comparable only within one rule and are specific there.
  if (displayVerdict === 'broken' || displayVerdict === 'warned')
    return [displayVerdict, check.rule, message].join('\n')
  return [displayVerdict, stableCause({ reason: message })].join('\n')
}

function staleReason({ known }: RunCheck): string {
  return `${known?.expired === true ? 'expired' : 'passes'} ${known?.reason}`
}
