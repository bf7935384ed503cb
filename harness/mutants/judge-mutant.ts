import type { CheckEvent } from '../events.ts'
import type { Target } from '../target/target.ts'
import { fineVerdicts } from '../verdict.ts'
import type { Mutant } from './list.ts'
import type { CheckReach } from './reach.ts'
import type { ChecksResult } from './run-checks.ts'

/** Result of a mutant. */
export interface MutantResult {
  readonly id: string
  readonly status: 'killed' | 'survived' | 'not-reached'
  /** The check that did not hold. */
  readonly by?: string
  /** Verdict of the check `by`, or `late` if only the mutant keeps the check from ending in time. */
  readonly verdict?: CheckEvent['verdict'] | 'late'
  /** Number of tried checks among the checks that reach the mutant. */
  readonly tried: number
  readonly of: number
  readonly ms: number
}

/** Limits and settings for the trial of a mutant. */
export interface Trial {
  /** No further checks are tried after this time, in milliseconds. */
  readonly withinMs: number
  /** Runs checks, with the mutant or, as a control, without. */
  readonly run: (checks: readonly string[], withinMs: number, isControl?: true) => Promise<ChecksResult>
  readonly nowMs: () => number
}

// Size of the first batch: the first checks kill most mutants, and each batch costs the load of a worker.
const initialBatchSize = 4
const batchGrowth = 4
// Time limit of checks: their recorded durations times `factor`, plus `moreMs` milliseconds, because the machine is
// slower at times.
const patience = { factor: 5, moreMs: 30_000 }

/** Tries the checks that reach a mutant, until the first check that does not hold. */
export async function judgeMutant(
  { id }: Mutant,
  order: readonly CheckReach[],
  { withinMs, run, nowMs }: Trial,
): Promise<MutantResult> {
  const fromMs = nowMs()
  const resultOf = (
    fields: Pick<MutantResult, 'status' | 'tried'> & Partial<MutantResult>,
  ): MutantResult => ({
    id,
    of: order.length,
    ms: Math.round(nowMs() - fromMs),
    ...fields,
  })
  if (order.length === 0) return resultOf({ status: 'not-reached', tried: 0 })
  const reportedIds = new Set<string>()
  const doubtedIds = new Set<string>()
  let remainingChecks = order
  for (
    let batchSize = initialBatchSize;
    remainingChecks.length > 0 && nowMs() - fromMs < withinMs;
    batchSize *= batchGrowth
  ) {
    const batch = remainingChecks.slice(0, batchSize)
    const { events, isLate } = await run(
      batch.map(({ check }) => check),
      patienceMs(batch),
    )
    const killingEvent = events.find(isKill)
    if (killingEvent !== undefined)
      return resultOf({
        status: 'killed',
        by: killingEvent.id,
        verdict: killingEvent.verdict,
        tried: reportedIds.size + 1,
      })
    const hangingCheck = isLate
      ? batch.find(({ check }) => !events.some(({ id }) => id === check))
      : undefined
    if (hangingCheck !== undefined) {
      const lateReason = await lateReasonOf(hangingCheck, run)
      if (lateReason === undefined) reportedIds.add(hangingCheck.check)
      else
        return resultOf({
          status: 'killed',
          by: hangingCheck.check,
          verdict: lateReason,
          tried: reportedIds.size + 1,
        })
    }
    for (const event of events) {
      // A result that the load of the machine caused proves nothing about the mutant. After a second inconclusive
      // result the check is left out.
      if (event.verdict !== 'inconclusive' || doubtedIds.has(event.id)) reportedIds.add(event.id)
      else doubtedIds.add(event.id)
    }
    remainingChecks = remainingChecks.filter(({ check }) => !reportedIds.has(check))
  }
  return resultOf({ status: 'survived', tried: reportedIds.size })
}

function patienceMs(checks: readonly CheckReach[]): number {
  return checks.reduce((sum, { durationMs }) => sum + durationMs, 0) * patience.factor + patience.moreMs
}

/**
 * Runs a check that did not end in time once more, alone. The mutant is the cause only if the check ends without the
 * mutant, because a busy machine delays both.
 */
async function lateReasonOf(
  hangingCheck: CheckReach,
  run: Trial['run'],
): Promise<CheckEvent['verdict'] | 'late' | undefined> {
  const withinMs = patienceMs([hangingCheck])
  const rerun = await run([hangingCheck.check], withinMs)
  if (!rerun.isLate) return rerun.events.find(isKill)?.verdict
  const controlResult = await run([hangingCheck.check], withinMs, true)
  return controlResult.isLate ? undefined : 'late'
}

/** Reports whether a check failed on the mutant, for a reason other than the machine. */
function isKill({ verdict }: CheckEvent): boolean {
  return !fineVerdicts.has(verdict) && verdict !== 'inconclusive'
}

/** Returns the target with the mutant activated. */
export function withMutant(target: Target, variable: string, id: string): Target {
  const programs = Object.fromEntries(
    Object.entries(target.programs).map(([role, program]) => [
      role,
      { ...program, env: { ...program.env, [variable]: id } },
    ]),
  )
  return { ...target, programs }
}
