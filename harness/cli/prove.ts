import { defaultInvocation } from '../repro/command.ts'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Catalogue, catalogueOf, planOf, selectChecks } from '../engine/plan.ts'
import type { Shard } from '../engine/shards.ts'
import { makeDirectory } from '../directory.ts'
import { HarnessError } from '../errors.ts'
import { type SelectedFaults, selectFaults } from '../prove/selection.ts'
import { ProofWorker } from '../prove/worker.ts'
import { readQuirks } from '../prove/listed-quirks.ts'
import { type Fault, isPerfect, matrixOf, matrixText } from '../prove/matrix.ts'
import { chooseFaults, runOnWorkers, trialsOf } from '../prove/planning.ts'
import { type ReachKind, reachOf, roundsOf, runBatch, runLine, runUntilDetected } from '../prove/prover.ts'
import { updateProofs } from '../prove/update.ts'
import { findTarget } from '../target/find.ts'
import { exitCodes, type ExitCode } from './line/exit-codes.ts'
import { interrupts } from '../interrupts.ts'
import { outDirectoryFor } from '../run/out-directory.ts'
import type { RunScope } from './run.ts'
import { defaultJobs, Session, suiteDigest } from '../run/session.ts'

/** Command-line options of `prove`. */
export interface ProveOptions {
  readonly fault?: readonly string[]
  /** Globs over rule and check ids: only the selected checks run, with only the faults that they claim. */
  readonly only?: readonly string[]
  readonly freedoms: boolean
  readonly mutants: boolean
  /** Selects only the faults that changes affect, or a share of all faults; may be combined. */
  readonly changed?: boolean
  readonly atMost?: number
  readonly share?: Shard
  /** Writes the broken checks into the proofs next to the suites. */
  readonly update?: boolean
  /** Uses only generated cases, with at least this number of requests per rule. */
  readonly generate?: number
  readonly reach: ReachKind
  readonly jobs?: number
  readonly out: string
}

/** Tries the faults of the reference and prints the checks that each fault broke. */
export async function proveCommand(proveOptions: ProveOptions, scope: RunScope): Promise<ExitCode> {
  const { product } = scope
  const options = { ...proveOptions, out: outDirectoryFor(proveOptions.out, 'prove') }
  const reference = await findTarget({ target: 'reference', programs: [], references: product.references })
  if (options.update && (options.freedoms || options.generate !== undefined)) {
    throw new HarnessError(
      'usage',
      '--update needs faults and declared checks: leave out --freedoms and --generate.',
    )
  }
  if (options.freedoms) {
    const { proveFreedoms } = await import('./prove-freedoms.ts')
    return proveFreedoms(reference, options, scope)
  }
  const outDir = resolve(options.out)
  makeDirectory(outDir)
  const jobs = options.jobs ?? defaultJobs()
  const session = new Session({
    product,
    target: reference,
    outDir,
    seed: 1,
    ...(options.generate !== undefined && { generate: options.generate }),
    thorough: false,
    invocation: defaultInvocation,
  })
  try {
    await session.guarded()
    // An incomplete matrix is useless, so nothing has to be written.
    interrupts.exitOnSignal()
    const workerOptions = {
      settings: session.settings,
      tool: { name: product.name, version: product.version },
      suiteDigest: suiteDigest(product.suitesDir),
      outDir,
    }
    const catalogue = catalogueOf(await session.collected())
    const createWorker = async (parallelism: number): Promise<ProofWorker> =>
      new ProofWorker(catalogue, await session.engine(parallelism), workerOptions)
    const knownFaults = readQuirks(product.references, '--list-faults')
    const part = selectedPart(options, knownFaults, catalogue, scope)
    if (part?.faults.length === 0) return exitCodes.conformant
    // A part is tried only on the rules that claim its faults; otherwise, all rules would have to run first.
    const isWithinPart: RunScope['isInScope'] = (rule) =>
      scope.isInScope(rule) && (part?.rules.has(rule.id) ?? true)
    const selection = {
      isInScope: isWithinPart,
      target: reference,
      ...(options.only && { only: options.only }),
    }
    const plan = planOf(catalogue, selection)
    const plannedChecks = selectChecks(catalogue, selection)
    const faults = part?.faults ?? chooseFaults(knownFaults, options, catalogue, plannedChecks)
    const parallelWorker = await createWorker(jobs)
    // Generated cases claim no faults. Each fault that can affect them is tried, and some case must detect it.
    const rounds =
      options.generate === undefined ? undefined : await roundsOf(parallelWorker, reference, plan)
    const reach =
      options.reach === 'everything' || rounds !== undefined
        ? undefined
        : await reachOf(parallelWorker, reference, plan, options.reach)
    const trials = trialsOf(faults, catalogue, plan, reach)
    // Trying a fault is mostly waiting for one program after another, so each job has a separate engine.
    const workers = await Promise.all(Array.from({ length: jobs }, () => createWorker(1)))
    const rows = await runOnWorkers(workers, trials, {
      batch: (batch, worker) =>
        rounds === undefined
          ? runBatch(batch, worker, reference, plan)
          : runUntilDetected(batch, worker, { target: reference, plan, order: rounds }),
      line: (line, worker) => runLine(line, worker, reference, plan),
    })
    const proofUpdate = options.update
      ? updateProofs(join(product.root, 'suites'), catalogue, rows, knownFaults)
      : undefined
    const matrix = matrixOf(
      catalogue,
      plannedChecks,
      proofUpdate?.rows ?? rows,
      knownFaults,
      options.fault === undefined && part === undefined,
    )
    writeFileSync(join(outDir, 'matrix.json'), `${JSON.stringify(matrix, null, 2)}\n`)
    process.stdout.write(matrixText(matrix))
    if (proofUpdate !== undefined) process.stdout.write(updateText(proofUpdate.files))
    return isPerfect(matrix) ? exitCodes.conformant : exitCodes.nonconformant
  } finally {
    await session.close()
  }
}

function updateText(files: readonly string[]): string {
  if (files.length === 0) return 'The proofs are up to date.\n'
  return `Updated: ${files.map((file) => `suites/${file}`).join(', ')}. Review the changes, and build.\n`
}

/**
 * Returns the faults that the options select, after printing how they were chosen; `undefined` if the options select no
 * part.
 */
function selectedPart(
  options: ProveOptions,
  knownFaults: readonly Fault[],
  catalogue: Catalogue,
  { product, isInScope }: RunScope,
): SelectedFaults | undefined {
  if (options.changed !== true && options.share === undefined) return undefined
  if (options.fault !== undefined || options.only !== undefined || options.generate !== undefined) {
    throw new HarnessError(
      'usage',
      '--changed and --share choose the faults, so --fault, --only and --generate cannot choose others: leave these out.',
    )
  }
  const selection = selectFaults(product.root, options, knownFaults, { catalogue, isInScope })
  for (const line of selection.explanation) process.stdout.write(`${line}\n`)
  if (selection.faults.length === 0) process.stdout.write('No fault is to be tried.\n')
  return selection
}
