import type { Plan } from '../catalogue.ts'
import { maxMeasurements } from '../machine/timing.ts'
import type { CheckEvent } from '../events.ts'
import type { RunSettings } from '../target/settings.ts'
import type { Target } from '../target/target.ts'
import type { ProofWorker } from './worker.ts'

/** Result of a check, and the output directory of its run. */
export interface ConclusiveResult {
  readonly check: CheckEvent
  readonly outDir: string
}

/** Runs the checks of a plan, and repeats inconclusive ones, because they prove nothing about a fault. */
export async function runUntilConclusive(
  lane: ProofWorker,
  name: string,
  target: Target,
  plan: Plan,
  more: Pick<RunSettings, 'rounds'> = {},
): Promise<ConclusiveResult[]> {
  const settled = new Map<string, ConclusiveResult>()
  let left = plan.checks
  for (let tries = 1; tries <= maxMeasurements && left.length > 0; tries++) {
    const run = tries === 1 ? name : `${name}.again-${tries - 1}`
    // The tries are sequential: the remaining checks are only known after each one.
    const checks = await lane.run(run, target, { ...plan, checks: left }, more)
    for (const check of checks) settled.set(check.id, { check, outDir: lane.outDirOf(run) })
    const again = new Set(checks.filter(({ verdict }) => verdict === 'inconclusive').map(({ id }) => id))
    for (const { id, twin } of plan.checks) if (again.has(id) && twin !== undefined) again.add(twin)
    left = plan.checks.filter(({ id }) => again.has(id))
  }
  return [...settled.values()]
}
