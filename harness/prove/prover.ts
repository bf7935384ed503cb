import { join } from 'node:path'
import type { Plan } from '../catalogue.ts'
import type { Catalogue } from '../engine/plan.ts'
import { HarnessError } from '../errors.ts'
import type { CheckEvent } from '../events.ts'
import { type Round, roundsObserved } from '../generate/rounds.ts'
import { queriedFaults, reachedFaults } from '../launch/fault-trace.ts'
import { type Role, roleNames } from '../roles.ts'
import type { RunSettings } from '../target/settings.ts'
import type { Target } from '../target/target.ts'
import { fineVerdicts } from '../verdict.ts'
import type { Trial } from './batches.ts'
import { lineOf, type RunLine } from './fault-grid.ts'
import type { ProofWorker } from './worker.ts'
import { faultId, isDetected, type MatrixRow, rowOf } from './matrix.ts'
import { runUntilConclusive, type ConclusiveResult } from './conclusive-run.ts'

/**
 * Scopes of the faults that may affect a check: faults that were queried during the check, faults that its programs
 * ever queried, or all faults.
 */
export const reaches = ['check', 'program', 'everything'] as const
/** Name of a scope. */
export type ReachKind = (typeof reaches)[number]

/** Faults that could have affected each check when no fault was on, by check id. */
export type Reach = ReadonlyMap<string, ReadonlySet<string>>

/** Runs everything without a fault and returns the faults that could have affected each check. */
export async function reachOf(
  worker: ProofWorker,
  target: Target,
  plan: Plan,
  kind: Exclude<ReachKind, 'everything'>,
): Promise<Reach> {
  const results = await reachWithoutFaults(worker, target, plan)
  return new Map(results.map((one) => [one.check.id, reachedBy(one, kind, worker.catalogue)]))
}

/** Returns the results of a run without faults, in which all checks must hold. */
async function reachWithoutFaults(
  worker: ProofWorker,
  target: Target,
  plan: Plan,
): Promise<ConclusiveResult[]> {
  const results = await runUntilConclusive(worker, 'baseline', target, plan)
  const checks = results.map(({ check }) => check)
  const badCheck = checks.find((check) => !fineVerdicts.has(check.verdict))
  if (badCheck !== undefined || checks.length !== plan.checks.length) {
    const failureText =
      badCheck === undefined
        ? 'checks are missing'
        : `${badCheck.id} is ${badCheck.verdict}: ${badCheck.reason ?? ''}`
    throw new HarnessError(
      'harness-fault',
      `The reference without any fault must hold everywhere, and ${failureText}`,
    )
  }
  return results
}

/** Effects of the faults of a batch, and the faults that must be tried alone before their effect is known. */
export interface BatchResult {
  readonly rows: readonly MatrixRow[]
  readonly openTrials: readonly Trial[]
}

/** Runs the checks of all faults of a batch with all of these faults on. */
export async function runBatch(
  batch: readonly Trial[],
  worker: ProofWorker,
  target: Target,
  plan: Plan,
): Promise<BatchResult> {
  const results = await runWithFaults(batch, worker, target, plan)
  const isAlone = batch.length === 1
  const reachedByCheck = new Map(
    results.map((one) => [one.check.id, reachedBy(one, 'check', worker.catalogue)]),
  )
  const rows = batch.map((trial) => {
    const { fault, claimed, checks } = trial
    const trialResults = results.filter(
      ({ check }) => isAlone || checks.has(check.id) || reachedByCheck.get(check.id)?.has(fault.id),
    )
    const isMixed = trialResults.some(({ check }) =>
      batch.some((other) => other !== trial && reachedByCheck.get(check.id)?.has(other.fault.id)),
    )
    const row = rowOf(
      fault,
      claimed,
      trialResults.map(({ check }) => check),
    )
    return { trial, row: isAlone || (!isMixed && row.exact) ? row : undefined }
  })
  return batchResult(rows)
}

/** A check of generated cases, and its rounds that a fault could have affected. */
export interface CheckRounds {
  readonly check: string
  readonly roundsAffectedBy: (fault: string) => readonly number[]
}

/**
 * Runs generated cases without a fault and returns the rounds of each check that a fault could have affected; the
 * shortest check comes first.
 */
export async function roundsOf(worker: ProofWorker, target: Target, plan: Plan): Promise<CheckRounds[]> {
  const results = await reachWithoutFaults(worker, target, plan)
  return results
    .toSorted((a, b) => a.check.durationMs - b.check.durationMs)
    .map(({ check, outDir }) => {
      const rounds = check.observations.find(({ what }) => what === roundsObserved)?.value
      const evidence = join(outDir, check.evidence ?? '')
      const program = worker.catalogue.rules.get(check.rule)?.program ?? 'apiserver'
      const queriedByRound = ((rounds ?? []) as readonly Round[]).map((round) => {
        const names = [...queriedFaults(evidence, round)]
        return { at: round.at, faults: new Set(names.map((name) => faultId(program, name))) }
      })
      return {
        check: check.id,
        roundsAffectedBy: (fault) =>
          queriedByRound.filter(({ faults }) => faults.has(fault)).map(({ at }) => at),
      }
    })
}

/** Runs the checks of each fault of a batch one after the other, in that order, until a check detects the fault. */
export async function runUntilDetected(
  batch: readonly Trial[],
  worker: ProofWorker,
  {
    target,
    plan,
    order,
  }: { readonly target: Target; readonly plan: Plan; readonly order: readonly CheckRounds[] },
): Promise<BatchResult> {
  const rows: MatrixRow[] = []
  for (const trial of batch) {
    const checks: CheckEvent[] = []
    let row = rowOf(trial.fault, trial.claimed, checks)
    for (const { check, roundsAffectedBy } of order) {
      const rounds = roundsAffectedBy(trial.fault.id)
      if (rounds.length === 0) continue
      const results = await runWithFaults([{ ...trial, checks: new Set([check]) }], worker, target, plan, {
        rounds,
      })
      checks.push(...results.map(({ check }) => check))
      row = rowOf(trial.fault, trial.claimed, checks)
      if (isDetected(row)) break
    }
    rows.push(row)
  }
  return { rows, openTrials: [] }
}

/** Runs the checks of all faults of a line with all of these faults on. */
export async function runLine(
  trials: readonly Trial[],
  worker: ProofWorker,
  target: Target,
  plan: Plan,
): Promise<RunLine> {
  return lineOf(trials, await runWithFaults(trials, worker, target, plan))
}

function batchResult(rows: readonly { trial: Trial; row: MatrixRow | undefined }[]): BatchResult {
  return {
    rows: rows.flatMap(({ row }) => row ?? []),
    openTrials: rows.filter(({ row }) => row === undefined).map(({ trial }) => trial),
  }
}

/** Returns the results of the checks of several faults, with all of these faults on. */
async function runWithFaults(
  trials: readonly Trial[],
  worker: ProofWorker,
  target: Target,
  plan: Plan,
  extraSettings: Pick<RunSettings, 'rounds'> = {},
): Promise<ConclusiveResult[]> {
  const wantedIds = new Set(trials.flatMap(({ checks }) => [...checks]))
  for (const check of plan.checks)
    if (wantedIds.has(check.id) && check.twin !== undefined) wantedIds.add(check.twin)
  const checks = plan.checks.filter((check) => wantedIds.has(check.id))
  const faults = trials.map(({ fault }) => fault)
  const [first] = faults
  if (checks.length === 0 || first === undefined) return []
  const name = faults.length === 1 ? first.id : `${first.id}.and-${faults.length - 1}-more`
  const targetWithFaults = faults.reduce(
    (one, fault) => withArguments(one, fault.program, `--fault=${fault.name}`),
    target,
  )
  return runUntilConclusive(worker, name, targetWithFaults, { ...plan, checks }, extraSettings)
}

function reachedBy(
  { check, outDir }: ConclusiveResult,
  kind: Exclude<ReachKind, 'everything'>,
  { rules }: Catalogue,
): Set<string> {
  const window = { fromMs: check.startedAtMs, toMs: check.startedAtMs + check.durationMs }
  const reachedFaultIds = reachedFaults(
    join(outDir, check.evidence ?? ''),
    kind === 'check' ? window : undefined,
  )
  const program = rules.get(check.rule)?.program ?? 'apiserver'
  return new Set([...reachedFaultIds].map((name) => faultId(program, name)))
}

/** Returns the target with additional arguments for the program of a role. */
export function withArguments(target: Target, role: Role, ...added: readonly string[]): Target {
  const program = target.programs[role]
  if (program === undefined)
    throw new HarnessError('harness-fault', `The reference has no ${roleNames[role]}.`)
  return {
    ...target,
    programs: { ...target.programs, [role]: { ...program, args: [...(program.args ?? []), ...added] } },
  }
}
