import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isExcluded } from '../catalogue.ts'
import { catalogueOf, planOf, selectedChecks } from '../engine/plan.ts'
import { Lane } from '../prove/lane.ts'
import { type Fault, faultId, isPerfect, matrixOf, matrixText } from '../prove/matrix.ts'
import { chosenFaults, inLanes, trialsOf } from '../prove/planning.ts'
import {
  type ReachKind,
  reachOf,
  roundsOf,
  tryBatch,
  tryLine,
  tryUntilSeen,
  withArguments,
} from '../prove/prover.ts'
import { isRole } from '../roles.ts'
import { findTarget, type References } from '../target/find.ts'
import type { Target } from '../target/target.ts'
import { fineVerdicts } from '../verdict.ts'
import { exitCodes, exitCodeOfRun, type ExitCode } from './exit.ts'
import { interrupts } from './interrupts.ts'
import { execute } from './execute.ts'
import type { RunScope } from './run.ts'
import { defaultJobs, Session, suiteDigest } from './session.ts'

/** The options of `prove` as the command line gives them. */
export interface ProveOptions {
  readonly fault?: readonly string[]
  /** Globs over rule and check ids: only these, and only the faults that they claim. */
  readonly only?: readonly string[]
  readonly freedoms: boolean
  /** Only by generated cases, each rule asking so many questions. */
  readonly generate?: number
  readonly reach: ReachKind
  readonly jobs?: number
  readonly out: string
}

/** Tries the faults of the reference and prints which checks each one broke. */
export async function proveCommand(options: ProveOptions, scope: RunScope): Promise<ExitCode> {
  const { product } = scope
  const reference = await findTarget({ target: 'reference', programs: [], references: product.references })
  if (options.freedoms) return proveFreedoms(reference, options, scope)
  // Half a matrix says nothing, so there is nothing to write.
  interrupts.leaveAtOnce()
  const outDir = resolve(options.out)
  mkdirSync(outDir, { recursive: true })
  const jobs = options.jobs ?? defaultJobs()
  const session = new Session({
    product,
    target: reference,
    outDir,
    seed: 1,
    ...(options.generate !== undefined && { generate: options.generate }),
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
    const lane = async (its: number): Promise<Lane> =>
      new Lane(catalogue, await session.engine(its), laneOptions)
    const wide = await lane(jobs)
    const selection = { within: scope.within, target: reference, ...(options.only && { only: options.only }) }
    const plan = planOf(catalogue, selection)
    const selected = selectedChecks(catalogue, selection)
    const known = listOf(product.references, '--list-faults')
    const faults = chosenFaults(known, options, catalogue, selected)
    // Generated cases claim nothing: only whether they see a fault is asked, and of those that could have felt it.
    const order = options.generate === undefined ? undefined : await roundsOf(wide, reference, plan)
    const reach =
      options.reach === 'everything' || order !== undefined
        ? undefined
        : await reachOf(wide, reference, plan, options.reach)
    const trials = trialsOf(faults, catalogue, plan, reach)
    // Trying a fault is mostly waiting for one program after another, so each job gets an engine of its own.
    const lanes = await Promise.all(Array.from({ length: jobs }, () => lane(1)))
    const rows = await inLanes(lanes, trials, {
      batch: (batch, its) =>
        order === undefined
          ? tryBatch(batch, its, reference, plan)
          : tryUntilSeen(batch, its, { target: reference, plan, order }),
      line: (line, its) => tryLine(line, its, reference, plan),
    })
    const matrix = matrixOf(catalogue, selected, rows, known, options.fault === undefined)
    writeFileSync(join(outDir, 'matrix.json'), `${JSON.stringify(matrix, null, 2)}\n`)
    process.stdout.write(matrixText(matrix))
    return isPerfect(matrix) ? exitCodes.conformant : exitCodes.nonconformant
  } finally {
    await session.close()
  }
}

async function proveFreedoms(reference: Target, options: ProveOptions, scope: RunScope): Promise<ExitCode> {
  const freedoms = listOf(scope.product.references, '--list-freedoms')
  const target = freedoms.reduce(
    (one, { program, name }) => withArguments(one, program, `--freedom=${name}`),
    reference,
  )
  const run = {
    target: 'reference',
    program: [],
    out: join(options.out, 'freedoms'),
    seed: 1,
    thorough: false,
    ...(options.generate !== undefined && { generate: options.generate }),
  }
  const { events } = await execute(
    target,
    { ...run, ...(options.only && { only: options.only }), ...(options.jobs && { jobs: options.jobs }) },
    scope,
    {
      live: () => ({
        event: (event) => {
          if (event.type === 'check' && !fineVerdicts.has(event.verdict)) {
            process.stdout.write(`FAIL ${event.id}: ${event.verdict}: ${event.reason ?? ''}\n`)
          }
        },
        end: () => {},
      }),
    },
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

/** What the programs of the reference list of themselves: their faults, or their freedoms. */
function listOf(references: References, flag: '--list-faults' | '--list-freedoms'): Fault[] {
  return Object.entries(references).flatMap(([program, path]) => {
    if (!isRole(program)) return []
    const listed = JSON.parse(execFileSync(process.execPath, [path, flag], { encoding: 'utf8' })) as {
      readonly name: string
      readonly summary: string
    }[]
    return listed.map((one) => ({ ...one, id: faultId(program, one.name), program }))
  })
}
