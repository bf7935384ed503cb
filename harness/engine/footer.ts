import type { CheckEvent, FooterEvent } from '../events.ts'
import type { Role } from '../roles.ts'
import type { Verdict } from '../verdict.ts'

/** Facts of a finished run from which its footer is made. */
export interface RunEnd {
  readonly endedChecks: readonly CheckEvent[]
  readonly plannedCount: number
  readonly errors: readonly string[]
  readonly staleEntries: NonNullable<FooterEvent['stale']>
  readonly stoppedAfter: number | undefined
  readonly neverStarted: readonly Role[]
  readonly previous: FooterEvent['previous']
}

/** Returns the last line of a run that was not interrupted. */
export function footerOf({ endedChecks, plannedCount, errors, ...outcome }: RunEnd): FooterEvent {
  const { staleEntries, stoppedAfter, neverStarted, previous } = outcome
  const verdictTotals: Partial<Record<Verdict, number>> = {}
  for (const { verdict } of endedChecks) verdictTotals[verdict] = (verdictTotals[verdict] ?? 0) + 1
  return {
    type: 'footer',
    finishedAt: new Date().toISOString(),
    totals: verdictTotals,
    planned: plannedCount,
    reported: endedChecks.length,
    // Errors that are recorded later, for example of an abandoned start, belong to no run.
    errors: [...errors],
    ...(staleEntries.length > 0 && { stale: staleEntries }),
    ...(stoppedAfter !== undefined && { stoppedAfter }),
    ...(neverStarted.length > 0 && { neverStarted }),
    ...(previous && { previous }),
  }
}
