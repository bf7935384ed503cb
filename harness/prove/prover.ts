import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plan } from '../catalogue.ts'
import { HarnessError } from '../errors.ts'
import type { CheckEvent } from '../events.ts'
import { faultTraceName } from '../launch/fault-trace.ts'
import type { Target } from '../target/target.ts'
import type { Lane } from './lane.ts'
import { type Fault, type MatrixRow, rowOf } from './matrix.ts'
import { runUntilSettled } from './settled.ts'

/** Which faults each check's programs looked up when no fault was on: by check id. */
export type Reach = ReadonlyMap<string, ReadonlySet<string>>

const fine = new Set<CheckEvent['verdict']>(['held', 'observed', 'not-applicable'])

/** Runs everything without a fault and learns which faults each check's programs could have felt. */
export async function reachOf(lane: Lane, target: Target, plan: Plan, outDir: string): Promise<Reach> {
  const name = 'baseline'
  const settled = await runUntilSettled(lane, name, target, plan, outDir)
  const checks = settled.map(({ check }) => check)
  const bad = checks.find((check) => !fine.has(check.verdict))
  if (bad !== undefined || checks.length !== plan.checks.length) {
    const what = bad === undefined ? 'checks are missing' : `${bad.id} is ${bad.verdict}: ${bad.reason ?? ''}`
    throw new HarnessError(
      'harness-fault',
      `The reference without any fault must hold everywhere, and ${what}`,
    )
  }
  return new Map(
    settled.map(({ check, outDir: directory }) => [
      check.id,
      consulted(join(directory, check.evidence ?? '')),
    ]),
  )
}

/** Runs the checks that a fault could change, and those that claim it, with that fault. */
export async function tryFault(
  fault: Fault,
  lane: Lane,
  target: Target,
  plan: Plan,
  around: { readonly claimed: readonly string[]; readonly reach: Reach | undefined },
): Promise<MatrixRow> {
  const { claimed, reach } = around
  const wanted = new Set(
    plan.checks
      .filter(
        ({ id }) => reach === undefined || reach.get(id)?.has(fault.name) === true || claimed.includes(id),
      )
      .map(({ id }) => id),
  )
  for (const check of plan.checks)
    if (wanted.has(check.id) && check.twin !== undefined) wanted.add(check.twin)
  const checks = plan.checks.filter((check) => wanted.has(check.id))
  if (checks.length === 0) return rowOf(fault, claimed, [])
  const faulty = withArgument(target, `--fault=${fault.name}`)
  const settled = await runUntilSettled(lane, fault.name, faulty, { ...plan, checks }, '')
  return rowOf(
    fault,
    claimed,
    settled.map(({ check }) => check),
  )
}

/** The same target whose API server gets one more argument. */
export function withArgument(target: Target, ...added: readonly string[]): Target {
  const { apiserver } = target.programs
  if (apiserver === undefined) throw new HarnessError('harness-fault', 'The reference has no API server.')
  return {
    ...target,
    programs: {
      ...target.programs,
      apiserver: { ...apiserver, args: [...(apiserver.args ?? []), ...added] },
    },
  }
}

function consulted(evidence: string): Set<string> {
  if (!existsSync(evidence)) return new Set()
  const traces = readdirSync(evidence, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith(faultTraceName),
  )
  return new Set(
    traces.flatMap((trace) => readFileSync(join(evidence, trace), 'utf8').split('\n').filter(Boolean)),
  )
}
