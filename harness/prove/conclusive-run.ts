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

/** Runs the checks of a plan, and repeats inconclusive checks, because they prove nothing about a fault. */
export async function runUntilConclusive(
  worker: ProofWorker,
  name: string,
  target: Target,
  plan: Plan,
  extraSettings: Pick<RunSettings, 'rounds'> = {},
): Promise<ConclusiveResult[]> {
  const conclusiveResults = new Map<string, ConclusiveResult>()
  let remainingChecks = plan.checks
  for (let measurements = 1; measurements <= maxMeasurements && remainingChecks.length > 0; measurements++) {
    const runName = measurements === 1 ? name : `${name}.again-${measurements - 1}`
    // The tries are sequential: the remaining checks are only known after each try.
    const checks = await worker.run(runName, target, { ...plan, checks: remainingChecks }, extraSettings)
    for (const check of checks) conclusiveResults.set(check.id, { check, outDir: worker.outDirOf(runName) })
    const inconclusiveIds = new Set(
      checks.filter(({ verdict }) => verdict === 'inconclusive').map(({ id }) => id),
    )
    for (const { id, twin } of plan.checks)
      if (inconclusiveIds.has(id) && twin !== undefined) inconclusiveIds.add(twin)
    remainingChecks = plan.checks.filter(({ id }) => inconclusiveIds.has(id))
  }
  return [...conclusiveResults.values()]
}
