import { join } from 'node:path'
import type { Plan } from '../catalogue.ts'
import { HarnessError } from '../errors.ts'
import type { CheckEvent } from '../events.ts'
import { faultsFelt } from '../launch/fault-trace.ts'
import type { Target } from '../target/target.ts'
import type { Concern } from './batches.ts'
import { type Grid, rowFromLines } from './grid.ts'
import type { Lane } from './lane.ts'
import { type MatrixRow, rowOf } from './matrix.ts'
import { runUntilSettled, type Settled } from './settled.ts'

/** What counts as within a fault's reach: what programs asked in a check's time, all they ever asked, or every check. */
export const reaches = ['check', 'program', 'everything'] as const
export type ReachKind = (typeof reaches)[number]

/** Which faults each check could have felt when none was on: by check id. */
export type Reach = ReadonlyMap<string, ReadonlySet<string>>

const fine = new Set<CheckEvent['verdict']>(['held', 'observed', 'not-applicable'])

/** Runs everything without a fault and learns which faults each check could have felt. */
export async function reachOf(
  lane: Lane,
  target: Target,
  plan: Plan,
  kind: Exclude<ReachKind, 'everything'>,
): Promise<Reach> {
  const settled = await runUntilSettled(lane, 'baseline', target, plan)
  const checks = settled.map(({ check }) => check)
  const bad = checks.find((check) => !fine.has(check.verdict))
  if (bad !== undefined || checks.length !== plan.checks.length) {
    const what = bad === undefined ? 'checks are missing' : `${bad.id} is ${bad.verdict}: ${bad.reason ?? ''}`
    throw new HarnessError(
      'harness-fault',
      `The reference without any fault must hold everywhere, and ${what}`,
    )
  }
  return new Map(settled.map((one) => [one.check.id, feltBy(one, kind)]))
}

/** What some faults did, and those of them that must be tried alone before anything can be said. */
export interface Tried {
  readonly rows: readonly MatrixRow[]
  readonly again: readonly Concern[]
}

/** Runs the checks of all faults of a batch with all of them on. */
export async function tryBatch(
  batch: readonly Concern[],
  lane: Lane,
  target: Target,
  plan: Plan,
): Promise<Tried> {
  const settled = await runWith(batch, lane, target, plan)
  const isAlone = batch.length === 1
  const felt = new Map(settled.map((one) => [one.check.id, feltBy(one, 'check')]))
  const rows = batch.map((concern) => {
    const { fault, claimed, checks } = concern
    const own = settled.filter(
      ({ check }) => isAlone || checks.has(check.id) || felt.get(check.id)?.has(fault.name),
    )
    const isMixed = own.some(({ check }) =>
      batch.some((other) => other !== concern && felt.get(check.id)?.has(other.fault.name)),
    )
    const row = rowOf(
      fault,
      claimed,
      own.map(({ check }) => check),
    )
    return { concern, row: isAlone || (!isMixed && row.exact) ? row : undefined }
  })
  return triedOf(rows)
}

/** Runs a grid line by line; faults that their two lines do not settle are to be tried alone. */
export async function tryGrid(grid: Grid, lane: Lane, target: Target, plan: Plan): Promise<Tried> {
  const lines: { concerns: readonly Concern[]; settled: readonly Settled[] }[] = []
  for (const concerns of grid.lines)
    lines.push({ concerns, settled: await runWith(concerns, lane, target, plan) })
  return triedOf(
    grid.concerns.map((concern) => {
      const own = lines.filter(({ concerns }) => concerns.includes(concern))
      return { concern, row: rowFromLines(concern, own) }
    }),
  )
}

function triedOf(rows: readonly { concern: Concern; row: MatrixRow | undefined }[]): Tried {
  return {
    rows: rows.flatMap(({ row }) => row ?? []),
    again: rows.filter(({ row }) => row === undefined).map(({ concern }) => concern),
  }
}

/** What the checks that some faults concern come to, with all of these faults on. */
async function runWith(
  concerns: readonly Concern[],
  lane: Lane,
  target: Target,
  plan: Plan,
): Promise<Settled[]> {
  const wanted = new Set(concerns.flatMap(({ checks }) => [...checks]))
  for (const check of plan.checks)
    if (wanted.has(check.id) && check.twin !== undefined) wanted.add(check.twin)
  const checks = plan.checks.filter((check) => wanted.has(check.id))
  const names = concerns.map(({ fault }) => fault.name)
  if (checks.length === 0) return []
  const name = names.length === 1 ? names[0] : `${names[0]}.and-${names.length - 1}-more`
  const on = names.map((fault) => `--fault=${fault}`)
  return runUntilSettled(lane, name ?? 'nothing', withArgument(target, ...on), { ...plan, checks })
}

function feltBy({ check, outDir }: Settled, kind: Exclude<ReachKind, 'everything'>): Set<string> {
  const window = { fromMs: check.startedAtMs, toMs: check.startedAtMs + check.durationMs }
  return faultsFelt(join(outDir, check.evidence ?? ''), kind === 'check' ? window : undefined)
}

/** The same target whose API server gets more arguments. */
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
