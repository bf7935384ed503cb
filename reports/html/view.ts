import type { CheckEvent, HeaderEvent, RunEvent } from '#harness/events.ts'
import type { CheckEvidence, ReadEvidence } from '../evidence.ts'
import { redChecks } from '../headline.ts'
import { headerOf, resultOf, type RunCheck, type RunResult, type RunRule } from '../result.ts'
import { type Shown, shownOf, worstShown } from '../shown.ts'
import { TextPool } from './text-pool.ts'

/** A run as the pieces of the page look at it. */
export interface ReportView {
  readonly header: HeaderEvent
  readonly result: RunResult
  /** Texts that several checks share, each in the page once. */
  readonly texts: TextPool
  /** The checks whose evidence is shown whole. */
  readonly whole: ReadonlySet<string>
  rule(id: string): RunRule | undefined
  check(id: string): RunCheck | undefined
  event(checkId: string): CheckEvent | undefined
  evidence(checkId: string): CheckEvidence | undefined
  /** The worst of what a rule's checks show. */
  shownOfRule(rule: RunRule): Shown
}

// Whoever breaks more reads the first ones here and the rest in the evidence folders; the page must still open.
const mostWhole = 60

function mostTelling(result: RunResult): string[] {
  const warned = result.checks.filter((check) => check.ran && check.verdict === 'warned')
  return [...redChecks(result), ...warned].map((check) => check.id)
}

/** Prepares a run for the page. */
export function viewOf(events: readonly RunEvent[], readEvidence: ReadEvidence): ReportView {
  const result = resultOf(events)
  const rules = new Map(result.rules.map((rule) => [rule.id, rule]))
  const checks = new Map(result.checks.map((check) => [check.id, check]))
  const byId = new Map(events.flatMap((event) => (event.type === 'check' ? [[event.id, event]] : [])))
  return {
    header: headerOf(events),
    result,
    texts: new TextPool(),
    whole: new Set(mostTelling(result).slice(0, mostWhole)),
    rule: (id) => rules.get(id),
    check: (id) => checks.get(id),
    event: (id) => byId.get(id),
    evidence: (id) => {
      const event = byId.get(id)
      return event === undefined ? undefined : readEvidence(event)
    },
    shownOfRule: (rule) =>
      worstShown(
        rule.checks.flatMap((id) => {
          const check = checks.get(id)
          return check === undefined ? [] : [shownOf(check)]
        }),
      ),
  }
}
