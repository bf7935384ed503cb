import type { CheckEvent, RunEvent } from '#harness/events.ts'
import type { HeaderEvent } from '#harness/header.ts'
import { headerOf, resultOf } from '../result.ts'
import type { RunCheck, RunResult, RunRule } from '../run-schema.ts'
import { type DisplayedVerdict, displayedVerdict, worstDisplayed } from '../displayed-verdict.ts'

/** Run with lookups for the parts of the page. */
export interface ReportView {
  readonly header: HeaderEvent
  readonly result: RunResult
  rule(id: string): RunRule | undefined
  check(id: string): RunCheck | undefined
  event(checkId: string): CheckEvent | undefined
  /** Returns the worst verdict of a rule's checks. */
  verdictOfRule(rule: RunRule): DisplayedVerdict
}

/** Prepares a run for the page. */
export function viewOf(events: readonly RunEvent[]): ReportView {
  const result = resultOf(events)
  const rules = new Map(result.rules.map((rule) => [rule.id, rule]))
  const checks = new Map(result.checks.map((check) => [check.id, check]))
  const byId = new Map(events.flatMap((event) => (event.type === 'check' ? [[event.id, event]] : [])))
  return {
    header: headerOf(events),
    result,
    rule: (id) => rules.get(id),
    check: (id) => checks.get(id),
    event: (id) => byId.get(id),
    verdictOfRule: (rule) =>
      worstDisplayed(
        rule.checks.flatMap((id) => {
          const check = checks.get(id)
          return check === undefined ? [] : [displayedVerdict(check)]
        }),
      ),
  }
}
