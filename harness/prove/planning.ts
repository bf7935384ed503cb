import type { Plan, PlannedCheck } from '../catalogue.ts'
import type { Catalogue } from '../engine/plan.ts'
import { HarnessError } from '../errors.ts'
import { batchesOf, type Trial } from './batches.ts'
import { type FaultGrid, faultGrids, canAffectOthers, rowOfLines, type RunLine } from './fault-grid.ts'
import type { ProofWorker } from './worker.ts'
import { claimsOf, type Fault, type MatrixRow, rowText } from './matrix.ts'
import type { Reach, BatchResult } from './prover.ts'

/** Returns the checks to run for each fault; all checks without `reach`. */
export function trialsOf(
  faults: readonly Fault[],
  catalogue: Catalogue,
  plan: Plan,
  reach: Reach | undefined,
): Trial[] {
  const claims = claimsOf(catalogue)
  const planned = plan.checks.map((check) => check.id)
  const ids = new Set(planned)
  return faults.map((fault) => {
    const claimedIds = (claims.get(fault.id) ?? []).filter((id) => ids.has(id))
    const reachedIds = planned.filter((id) => reach === undefined || reach.get(id)?.has(fault.id))
    return { fault, claimed: claimedIds, checks: new Set([...reachedIds, ...claimedIds]) }
  })
}

/** Steps by which a worker tries the faults that it receives. */
export interface ProofWork {
  readonly batch: (batch: readonly Trial[], worker: ProofWorker) => Promise<BatchResult>
  readonly line: (line: readonly Trial[], worker: ProofWorker) => Promise<RunLine>
}

type WorkerStep = (
  worker: ProofWorker,
) => Promise<{ readonly rows: readonly MatrixRow[]; readonly next: readonly WorkerStep[] }>

/** Gives lines of grids and batches to the workers as they become free; the rows keep the order of the faults. */
export async function runOnWorkers(
  workers: readonly ProofWorker[],
  trials: readonly Trial[],
  work: ProofWork,
): Promise<MatrixRow[]> {
  const rows = new Map<string, MatrixRow>()
  const { grids, rest } = faultGrids(trials)
  const remainingSteps: WorkerStep[] = [
    ...grids.flatMap((grid) => linesOf(grid, work, maxGridRounds)),
    ...batchesOf(rest).map((batch) => batchStep(batch, work)),
  ]
  await Promise.all(
    workers.map(async (worker) => {
      for (let step = remainingSteps.shift(); step !== undefined; step = remainingSteps.shift()) {
        const stepResult = await step(worker)
        remainingSteps.push(...stepResult.next)
        for (const row of stepResult.rows) {
          rows.set(row.fault, row)
          // Print the complete row, because a long proof that is ended early leaves no other output.
          process.stderr.write(`[${rows.size}/${trials.length}] ${rowText(row)}\n`)
        }
      }
    }),
  )
  return trials.flatMap(({ fault }) => rows.get(fault.id) ?? [])
}

// Maximum number of times that a fault is tried in a grid. A fault that is not proven by then is tried alone.
const maxGridRounds = 2

/** Returns a step for each line; the last step to end evaluates the results of all steps. */
function linesOf({ trials, lines }: FaultGrid, work: ProofWork, roundsLeft: number): WorkerStep[] {
  const run: RunLine[] = []
  return lines.map((line) => async (worker: ProofWorker) => {
    run.push(await work.line(line, worker))
    if (run.length < lines.length) return { rows: [], next: [] }
    const trialRows = trials.map((trial) => ({ trial, row: rowOfLines(trial, run) }))
    const openTrials = trialRows.flatMap(({ trial, row }) => (row === undefined ? trial : []))
    const isAlone = (trial: Trial): boolean => roundsLeft === 1 || canAffectOthers(trial, run)
    const singleTrials = new Set(openTrials.filter(isAlone))
    const batchedTrials = openTrials.filter((trial) => !singleTrials.has(trial))
    const { grids, rest } = faultGrids(batchedTrials)
    return {
      rows: trialRows.flatMap(({ row }) => row ?? []),
      next: [
        ...grids.flatMap((grid) => linesOf(grid, work, roundsLeft - 1)),
        ...[...singleTrials, ...rest].map((trial) => batchStep([trial], work)),
      ],
    }
  })
}

function batchStep(batch: readonly Trial[], work: ProofWork): WorkerStep {
  return async (worker) => {
    const { rows, openTrials } = await work.batch(batch, worker)
    return { rows, next: openTrials.map((trial) => batchStep([trial], work)) }
  }
}

/** Returns all faults, the named faults, or the faults that the selected rules claim. */
export function chooseFaults(
  faults: readonly Fault[],
  options: { readonly fault?: readonly string[]; readonly only?: readonly string[] },
  catalogue: Catalogue,
  selected: readonly PlannedCheck[],
): readonly Fault[] {
  if (options.fault !== undefined) {
    return options.fault.map((name) => {
      const fault = faults.find((candidate) => candidate.id === name)
      if (fault !== undefined) return fault
      throw new HarnessError(
        'usage',
        `The reference has no fault ${name}; it lists them with --list-faults, and those of other programs than the API server have its role and a dot in front: controller-manager.NAME.`,
      )
    })
  }
  if (options.only === undefined) return faults
  const rules = new Set(selected.map((check) => check.rule))
  const claimsByFault = claimsOf(catalogue, rules)
  return faults.filter((fault) => claimsByFault.has(fault.id))
}
