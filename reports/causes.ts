import { isOutOfDate } from '#harness/verdict.ts'
import { redChecks } from './headline.ts'
import type { RunCheck, RunResult } from './run-schema.ts'
import { type Shown, shownOf } from './shown.ts'

/** Checks that need a look for one and the same reason. */
export interface Cause {
  readonly shown: Shown
  /** In the order of the plan; at least one. */
  readonly checks: readonly [RunCheck, ...RunCheck[]]
}

// What an implementation did wrong is what people came for; the rest comes behind it.
const urgency: readonly Shown[] = [
  'broken',
  'crashed',
  'harness-fault',
  'unstable',
  'untestable',
  'inconclusive',
  'known-failing',
  'warned',
]

/** What needs a look, by cause: the broken first, and of each verdict the cause with the most checks. */
export function causesOf(result: RunResult): readonly Cause[] {
  const warned = result.checks.filter((check) => check.ran && check.verdict === 'warned')
  const byKey = new Map<string, [RunCheck, ...RunCheck[]]>()
  for (const check of new Set([...redChecks(result), ...warned])) {
    const some = byKey.get(causeKey(check))
    if (some === undefined) byKey.set(causeKey(check), [check])
    else some.push(check)
  }
  const causes = [...byKey.values()].map((checks): Cause => ({ shown: shownOf(checks[0]), checks }))
  const place = ({ shown }: Cause): number =>
    urgency.includes(shown) ? urgency.indexOf(shown) : urgency.length
  return causes.toSorted((a, b) => place(a) - place(b) || b.checks.length - a.checks.length)
}

/** Checks with the same key came to their verdict for the same reason, as far as it tells. */
export function causeKey(check: RunCheck): string {
  const shown = shownOf(check)
  const why = isOutOfDate(check.known) ? staleReason(check) : (check.reason ?? check.title)
  // Whatever hangs on a flag that the program does not have is told once.
  const [missing] = /^.*? does not have the flag --[\w.-]+/.exec(why) ?? []
  if (missing !== undefined) return missing
  // That a status was another one says nothing across rules, and which one it was says much.
  if (shown === 'broken' || shown === 'warned') return [shown, check.rule, why].join('\n')
  return [shown, withoutDetails(why)].join('\n')
}

function staleReason({ known }: RunCheck): string {
  return `${known?.expired === true ? 'expired' : 'passes'} ${known?.reason}`
}

/** A reason without what differs from one program to the next: numbers, paths, addresses. */
function withoutDetails(reason: string): string {
  return reason
    .replace(/(?:\/[\w.@-]+){2,}/g, '/…')
    .replace(/\b[0-9a-f]{8,}\b/g, '…')
    .replace(/\d+(?:\.\d+)?/g, '0')
}
