import type { Plan } from '../catalogue.ts'
import { mostMeasurements } from '../machine/timing.ts'
import type { CheckEvent } from '../events.ts'
import type { RunSettings } from '../target/settings.ts'
import type { Target } from '../target/target.ts'
import type { Lane } from './lane.ts'

/** Result of a check, and the output directory of its run. */
export interface Settled {
  readonly check: CheckEvent
  readonly outDir: string
}

/** Runs the checks of a plan, and repeats inconclusive ones, because they prove nothing about a fault. */
export async function runUntilSettled(
  lane: Lane,
  name: string,
  target: Target,
  plan: Plan,
  more: Pick<RunSettings, 'rounds'> = {},
): Promise<Settled[]> {
  const settled = new Map<string, Settled>()
  let left = plan.checks
  for (let tries = 1; tries <= mostMeasurements && left.length > 0; tries++) {
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
