import type { CheckEvent, FooterEvent } from '../events.ts'
import type { Role } from '../roles.ts'
import type { Verdict } from '../verdict.ts'

/** Result of a run. */
export interface RunEnd {
  readonly ended: readonly CheckEvent[]
  readonly planned: number
  readonly errors: readonly string[]
  readonly stale: NonNullable<FooterEvent['stale']>
  readonly stoppedAfter: number | undefined
  readonly neverStarted: readonly Role[]
  readonly previous: FooterEvent['previous']
}

/** Returns the last line of a run that was not interrupted. */
export function footerOf({ ended, planned, errors, ...outcome }: RunEnd): FooterEvent {
  const { stale, stoppedAfter, neverStarted, previous } = outcome
  const verdictTotals: Partial<Record<Verdict, number>> = {}
  for (const { verdict } of ended) verdictTotals[verdict] = (verdictTotals[verdict] ?? 0) + 1
  return {
    type: 'footer',
    finishedAt: new Date().toISOString(),
    totals: verdictTotals,
    planned,
    reported: ended.length,
    // Errors that are recorded later, for example of an abandoned start, belong to no run.
    errors: [...errors],
    ...(stale.length > 0 && { stale }),
    ...(stoppedAfter !== undefined && { stoppedAfter }),
    ...(neverStarted.length > 0 && { neverStarted }),
    ...(previous && { previous }),
  }
}
