import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isExcluded, type Plan, type PlannedCheck } from '../catalogue.ts'
import { type Catalogue, catalogueOf, planOf, selectedChecks } from '../engine/plan.ts'
import { HarnessError } from '../errors.ts'
import { Lane, type LaneOptions, type Relay } from '../prove/lane.ts'
import { batchesOf, type Concern } from '../prove/batches.ts'
import { type Grid, gridsOf } from '../prove/grid.ts'
import { claimsOf, type Fault, isPerfect, type MatrixRow, matrixOf, matrixText } from '../prove/matrix.ts'
import {
  type Reach,
  type ReachKind,
  reachOf,
  type Tried,
  tryBatch,
  tryGrid,
  withArgument,
} from '../prove/prover.ts'
import { findTarget } from '../target/find.ts'
import type { Target } from '../target/target.ts'
import { exitCodes, exitCodeOfRun, type ExitCode } from './exit.ts'
import type { Product } from './product.ts'
import { execute, type RunScope } from './run.ts'
import { defaultJobs, Session, suiteDigest } from './session.ts'

export interface ProveOptions {
  readonly fault?: readonly string[]
  /** Globs over rule and check ids: only these, and only the faults that they claim. */
  readonly only?: readonly string[]
  readonly freedoms: boolean
  readonly reach: ReachKind
  readonly jobs?: number
  readonly out: string
}

/** Tries the faults of the reference and prints which checks each one broke. */
export async function proveCommand(options: ProveOptions, scope: RunScope): Promise<ExitCode> {
  const { product } = scope
  const reference = await findTarget({ target: 'reference', programs: [], reference: product.reference })
  if (options.freedoms) return proveFreedoms(reference, options, scope)
  const outDir = resolve(options.out)
  mkdirSync(outDir, { recursive: true })
  const jobs = options.jobs ?? defaultJobs()
  const session = new Session({
    product,
    target: reference,
    outDir,
    seed: 1,
    thorough: false,
    argv: scope.argv,
  })
  try {
    const laneOptions = {
      settings: session.settings,
      tool: { name: product.name, version: product.version },
      suiteDigest: suiteDigest(product.suitesDir),
      outDir,
    }
    const catalogue = catalogueOf(await session.collected())
    const wide = await startLane(session, jobs, laneOptions, catalogue)
    const selection = { within: scope.within, ...(options.only && { only: options.only }) }
    const plan = planOf(catalogue, selection)
    const selected = selectedChecks(catalogue, selection)
    const known = listOf(product, '--list-faults')
    const faults = chosenFaults(known, options, catalogue, selected)
    const reach =
      options.reach === 'everything' ? undefined : await reachOf(wide, reference, plan, options.reach)
    const concerns = concernsOf(faults, catalogue, plan, reach)
    // Trying a fault is mostly waiting for one program after another, so each job gets an engine of its own.
    const lanes = await Promise.all(
      Array.from({ length: jobs }, () => startLane(session, 1, laneOptions, catalogue)),
    )
    const rows = await inLanes(lanes, concerns, {
      batch: (batch, lane) => tryBatch(batch, lane, reference, plan),
      grid: (grid, lane) => tryGrid(grid, lane, reference, plan),
    })
    const matrix = matrixOf(catalogue, selected, rows, known, options.fault === undefined)
    writeFileSync(join(outDir, 'matrix.json'), `${JSON.stringify(matrix, null, 2)}\n`)
    process.stdout.write(matrixText(matrix))
    return isPerfect(matrix) ? exitCodes.conformant : exitCodes.nonconformant
  } finally {
    await session.close()
  }
}

async function startLane(
  session: Session,
  jobs: number,
  options: LaneOptions,
  catalogue: Catalogue,
): Promise<Lane> {
  const relay: Relay = {}
  const engine = await session.engine(jobs, {
    onTestCaseResult: (test) => relay.recorder?.onTestCaseResult(test),
  })
  return new Lane(catalogue, engine, relay, options)
}

/** What is to be run for each fault; `reach` left out, everything. */
function concernsOf(
  faults: readonly Fault[],
  catalogue: Catalogue,
  plan: Plan,
  reach: Reach | undefined,
): Concern[] {
  const claims = claimsOf(catalogue)
  const planned = plan.checks.map((check) => check.id)
  const ids = new Set(planned)
  return faults.map((fault) => {
    const claimed = (claims.get(fault.name) ?? []).filter((id) => ids.has(id))
    const reached = planned.filter((id) => reach === undefined || reach.get(id)?.has(fault.name))
    return { fault, claimed, checks: new Set([...reached, ...claimed]) }
  })
}

interface Work {
  readonly batch: (batch: readonly Concern[], lane: Lane) => Promise<Tried>
  readonly grid: (grid: Grid, lane: Lane) => Promise<Tried>
}

/** Hands grids and batches of faults out to the lanes as they become free; the rows keep the order of the faults. */
async function inLanes(
  lanes: readonly Lane[],
  concerns: readonly Concern[],
  work: Work,
): Promise<MatrixRow[]> {
  const rows = new Map<string, MatrixRow>()
  const { grids, rest } = gridsOf(concerns)
  const left = [
    ...grids.map((grid) => (lane: Lane) => work.grid(grid, lane)),
    ...batchesOf(rest).map((batch) => (lane: Lane) => work.batch(batch, lane)),
  ]
  await Promise.all(
    lanes.map(async (lane) => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const tried = await next(lane)
        left.push(...tried.again.map((concern) => (other: Lane) => work.batch([concern], other)))
        for (const row of tried.rows) {
          rows.set(row.fault, row)
          process.stderr.write(
            `[${rows.size}/${concerns.length}] ${row.exact ? 'ok  ' : 'FAIL'} ${row.fault}\n`,
          )
        }
      }
    }),
  )
  return concerns.flatMap(({ fault }) => rows.get(fault.name) ?? [])
}

async function proveFreedoms(reference: Target, options: ProveOptions, scope: RunScope): Promise<ExitCode> {
  const freedoms = listOf(scope.product, '--list-freedoms')
  const target = withArgument(reference, ...freedoms.map((freedom) => `--freedom=${freedom.name}`))
  const run = {
    target: 'reference',
    program: [],
    out: join(options.out, 'freedoms'),
    seed: 1,
    thorough: false,
  }
  const { events } = await execute(
    target,
    { ...run, ...(options.only && { only: options.only }), ...(options.jobs && { jobs: options.jobs }) },
    scope,
    () => ({
      event: (event) => {
        if (event.type === 'check' && !['held', 'observed', 'not-applicable'].includes(event.verdict)) {
          process.stdout.write(`FAIL ${event.id}: ${event.verdict}: ${event.reason ?? ''}\n`)
        }
      },
      end: () => {},
    }),
  )
  const rules = events.flatMap((event) =>
    event.type === 'header' ? event.plan.rules.filter((rule) => !isExcluded(rule)) : [],
  )
  const code = exitCodeOfRun(events)
  process.stdout.write(
    `${freedoms.length} freedoms on, ${rules.length} rules: ${code === 0 ? 'nothing is broken' : 'FAIL'}\n`,
  )
  return code
}

function listOf(product: Product, flag: string): Fault[] {
  return JSON.parse(
    execFileSync(process.execPath, [product.reference, flag], { encoding: 'utf8' }),
  ) as Fault[]
}

/** All faults; or those that are named; or, of some rules only, those that they claim. */
function chosenFaults(
  all: readonly Fault[],
  options: ProveOptions,
  catalogue: Catalogue,
  selected: readonly PlannedCheck[],
): readonly Fault[] {
  if (options.fault !== undefined) {
    return options.fault.map((name) => {
      const fault = all.find((candidate) => candidate.name === name)
      if (fault !== undefined) return fault
      throw new HarnessError('usage', `The reference has no fault ${name}; it lists them with --list-faults.`)
    })
  }
  if (options.only === undefined) return all
  const rules = new Set(selected.map((check) => check.rule))
  const claimed = claimsOf({
    ...catalogue,
    rules: new Map([...catalogue.rules].filter(([id]) => rules.has(id))),
  })
  return all.filter((fault) => claimed.has(fault.name))
}
