import { createHash } from 'node:crypto'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeDirectory } from '../../directory.ts'
import { catalogueOf, planOf, type Selection } from '../../engine/plan.ts'
import { HarnessError } from '../../errors.ts'
import { interrupts } from '../../interrupts.ts'
import { buildMutatedReference } from '../../mutants/build.ts'
import { type Choice, chooseMutants } from '../../mutants/selection.ts'
import { judgeMutants } from '../../mutants/judging.ts'
import { mutantsIn, mutantText } from '../../mutants/list.ts'
import { Order } from '../../mutants/order.ts'
import { reachedBy, reachedName } from '../../mutants/recording.ts'
import { addKillers } from '../../mutants/reach.ts'
import { Results } from '../../mutants/results.ts'
import { scoreOf, scoreText, sectionsOf } from '../../mutants/score.ts'
import { triageIn } from '../../mutants/triage.ts'
import { defaultInvocation } from '../../repro/command.ts'
import { outDirectoryFor } from '../../run/out-directory.ts'
import type { Product } from '../../run/product.ts'
import { defaultJobs, Session, suiteDigest } from '../../run/session.ts'
import { findTarget } from '../../target/find.ts'
import type { Target } from '../../target/target.ts'
import { nowMs } from '../../time.ts'
import { type ExitCode, exitCodes } from '../line/exit-codes.ts'

/** The options of `prove --mutants`. */
export interface ProveMutantsOptions extends Choice, FaultOptions {
  /** Globs over the ids of rules and checks: only the selected checks test the mutants. */
  readonly only?: readonly string[]
  readonly jobs?: number
  readonly out: string
  readonly target?: string
  readonly mostChecks: number
  /** Time limit of the command, in seconds. */
  readonly within?: number
  readonly triage?: string
  readonly recorded?: string
  /** True if the recording of this run is written, with the checks that killed each mutant. */
  readonly update?: boolean
}

/** Options for faults, which cannot be combined with mutants. */
interface FaultOptions {
  readonly fault?: readonly string[]
  readonly freedoms: boolean
  readonly generate?: number
}

/** The product, and a filter for the rules whose checks test mutants. */
interface Scope {
  readonly product: Product
  readonly isInScope: NonNullable<Selection['isInScope']>
}

// Folder of the triage and the recording of the reference.
const triageFolder = join('ci', 'mutants', 'triage')
const recordingFile = join('ci', 'mutants', 'recorded.json.gz')
const mutantWithinMs = 10 * 60_000

/** Tests mutants of a program with the checks that reach them, and prints the mutants that no check detects. */
export async function proveMutantsCommand(options: ProveMutantsOptions, scope: Scope): Promise<ExitCode> {
  const { product } = scope
  rejectConflicts(options)
  const endsAtMs = options.within === undefined ? Infinity : nowMs() + options.within * 1_000
  const target = await buildMutatedTarget(options, scope)
  const list = mutantsIn(target.mutants?.list ?? '')
  const triage = triageIn(
    options.triage ?? (options.target === undefined ? join(product.root, triageFolder) : ''),
  )
  const outDir = resolve(outDirectoryFor(options.out, 'prove'))
  makeDirectory(outDir)
  const session = new Session({
    product,
    target,
    outDir,
    seed: 1,
    thorough: false,
    invocation: defaultInvocation,
  })
  try {
    await session.guarded()
    interrupts.exitOnSignal()
    const catalogue = catalogueOf(await session.collected())
    const plan = planOf(catalogue, {
      isInScope: scope.isInScope,
      target,
      ...(options.only && { only: options.only }),
    })
    const digest = suiteDigest(product.suitesDir)
    const bench = {
      catalogue,
      plan,
      settings: session.settings,
      tool: { name: product.name, version: product.version },
      suiteDigest: digest,
    }
    const recordingId = idOf(list.digest, digest, ...(options.only ?? []))
    const jobs = options.jobs ?? defaultJobs()
    const reach = await reachedBy(
      bench,
      {
        list,
        recordingId,
        outDir,
        ...(options.recorded !== undefined && options.update !== true && { recordingPath: options.recorded }),
      },
      () => session.engine(jobs),
    )
    const results = new Results(outDir, recordingId)
    const selection = chooseMutants(product.root, list.mutants, options)
    for (const line of selection.explanation) process.stdout.write(`${line}\n`)
    const unsettledMutants = selection.mutants.filter(({ id }) => !results.isSettled(id, options.mostChecks))
    const isPart = options.share !== undefined || options.changed === true
    const wantedMutants = isPart
      ? unsettledMutants.filter((mutant) => triage.entryFor(mutant) === undefined)
      : unsettledMutants
    let testedCount = 0
    await judgeMutants(wantedMutants, {
      bench,
      order: new Order(list.mutants, reach),
      results,
      jobs,
      mostChecks: options.mostChecks,
      untilMs: endsAtMs,
      withinMs: mutantWithinMs,
      start: () => session.engine(1),
      outDir,
      onResult: (mutant, { status, by = '', tried, ms }) => {
        testedCount++
        process.stderr.write(
          `[${testedCount}/${wantedMutants.length}] ${status} ${by} (${tried} tried, ${ms} ms)  ${mutantText(mutant)}\n`,
        )
      },
    })
    const ids = new Set(selection.mutants.map(({ id }) => id))
    const score = scoreOf({
      mutants: list.mutants,
      results: results.all.filter(({ id }) => ids.has(id)),
      triage,
      sectionOf: sectionsOf(list.mutants, reach, catalogue),
    })
    writeFileSync(join(outDir, 'score.json'), `${JSON.stringify(score, null, 2)}\n`)
    process.stdout.write(scoreText(score))
    if (options.update === true) {
      const path = options.recorded ?? join(product.root, recordingFile)
      const killersOfMutants = results.all.flatMap(({ id, status, by = '' }) =>
        status === 'killed' ? [[id, by] as const] : [],
      )
      copyFileSync(join(outDir, reachedName), path)
      addKillers(path, list.mutants, new Map([...reach.killers, ...killersOfMutants]))
      process.stdout.write(`Updated: ${path}.\n`)
    }
    const remainingCount = wantedMutants.length - testedCount
    if (remainingCount > 0)
      process.stdout.write(`${remainingCount} of ${wantedMutants.length} mutants were not tried in time.\n`)
    const hasGap = score.all.survived > 0 || score.triagedButKilled.length > 0
    return hasGap ? exitCodes.nonconformant : exitCodes.conformant
  } finally {
    await session.close()
  }
}

function idOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 12)
}

/** Returns the programs with mutants that the options name: the programs of a target file, or the reference. */
async function buildMutatedTarget(
  { target: named = 'reference' }: ProveMutantsOptions,
  { product }: Scope,
): Promise<Target> {
  const target = await findTarget({ target: named, programs: [], references: product.references })
  if (target.mutants !== undefined) return target
  if (named === 'reference') return buildMutatedReference(product.root, target, product.references)
  throw new HarnessError(
    'config-fault',
    `--target ${named}: the file has no \`mutants\`, so no variable switches one on. docs/mutants.md has an example.`,
  )
}

function rejectConflicts(options: ProveMutantsOptions): void {
  const { fault, freedoms, generate } = options
  if (fault === undefined && !freedoms && generate === undefined) return
  throw new HarnessError(
    'usage',
    '--mutants judges mutants and no faults: leave out --fault, --freedoms and --generate.',
  )
}
