import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isExcluded, type Plan } from '../catalogue.ts'
import { type Catalogue, catalogueOf, planOf } from '../engine/plan.ts'
import { Recorder } from '../engine/recorder.ts'
import { HarnessError } from '../errors.ts'
import type { CheckEvent, HeaderEvent } from '../events.ts'
import { faultTraceName } from '../launch/fault-trace.ts'
import {
  claimsOf,
  type Fault,
  isPerfect,
  matrixOf,
  type MatrixRow,
  matrixText,
  rowOf,
} from '../prove/matrix.ts'
import type { RunSettings } from '../settings.ts'
import { findTarget } from '../target/find.ts'
import type { Target } from '../target/target.ts'
import { exitCodes, exitCodeOfRun, type ExitCode } from './exit.ts'
import type { Product } from './product.ts'
import { execute, type RunScope } from './run.ts'
import { defaultJobs, Session, suiteDigest } from './session.ts'

export interface ProveOptions {
  readonly fault?: readonly string[]
  readonly freedoms: boolean
  readonly thorough: boolean
  readonly jobs?: number
  readonly out: string
}

/** Tries every fault of the reference and prints which checks each one broke. */
export async function proveCommand(options: ProveOptions, scope: RunScope): Promise<ExitCode> {
  const { product } = scope
  const reference = findTarget({ target: 'reference', programs: [], reference: product.reference })
  if (options.freedoms) return proveFreedoms(reference, options, scope)
  const faults = chosenFaults(listOf(product, '--list-faults'), options.fault)
  const outDir = resolve(options.out)
  mkdirSync(outDir, { recursive: true })
  const prover = await Prover.start(reference, options, scope, outDir)
  try {
    const reached = options.thorough ? undefined : await prover.reach()
    const rows: MatrixRow[] = []
    for (const [index, fault] of faults.entries()) {
      const row = await prover.try(fault, reached)
      process.stderr.write(`[${index + 1}/${faults.length}] ${row.exact ? 'ok  ' : 'FAIL'} ${fault.name}\n`)
      rows.push(row)
    }
    const matrix = matrixOf(
      prover.catalogue,
      rows,
      listOf(product, '--list-faults'),
      options.fault === undefined,
    )
    writeFileSync(join(outDir, 'matrix.json'), `${JSON.stringify(matrix, null, 2)}\n`)
    process.stdout.write(matrixText(matrix))
    return isPerfect(matrix) ? exitCodes.conformant : exitCodes.nonconformant
  } finally {
    await prover.close()
  }
}

/** One engine that runs the same checks against the reference with one fault after another. */
class Prover {
  readonly catalogue: Catalogue
  readonly #session: Session
  readonly #settings: RunSettings
  readonly #relay: { recorder?: Recorder }
  readonly #scope: RunScope
  readonly #claims: Map<string, string[]>
  readonly #outDir: string

  private constructor(
    catalogue: Catalogue,
    session: Session,
    settings: RunSettings,
    relay: { recorder?: Recorder },
    scope: RunScope,
    outDir: string,
  ) {
    this.catalogue = catalogue
    this.#session = session
    this.#settings = settings
    this.#relay = relay
    this.#scope = scope
    this.#claims = claimsOf(catalogue)
    this.#outDir = outDir
  }

  static async start(
    target: Target,
    options: ProveOptions,
    scope: RunScope,
    outDir: string,
  ): Promise<Prover> {
    const relay: { recorder?: Recorder } = {}
    const session = await Session.start({
      product: scope.product,
      target,
      outDir,
      jobs: options.jobs ?? defaultJobs(),
      seed: 1,
      thorough: false,
      argv: [],
      reporter: { onTestCaseResult: (test) => relay.recorder?.onTestCaseResult(test) },
    })
    const catalogue = catalogueOf(await session.engine.collect())
    return new Prover(catalogue, session, session.settings, relay, scope, outDir)
  }

  /** Runs everything without a fault and learns which faults each check's programs could have felt. */
  async reach(): Promise<Map<string, Set<string>>> {
    const plan = planOf(this.catalogue, { within: this.#scope.within })
    const checks = await this.#run('baseline', this.#settings.target, plan)
    const bad = checks.filter((check) => !['held', 'observed', 'not-applicable'].includes(check.verdict))
    if (bad.length > 0 || checks.length !== plan.checks.length) {
      const first =
        bad[0] === undefined
          ? 'checks are missing'
          : `${bad[0].id} is ${bad[0].verdict}: ${bad[0].reason ?? ''}`
      throw new HarnessError(
        'harness-fault',
        `The reference without any fault must hold everywhere, and ${first}`,
      )
    }
    return new Map(checks.map((check) => [check.id, this.#consulted(check)]))
  }

  async try(fault: Fault, reached: Map<string, Set<string>> | undefined): Promise<MatrixRow> {
    const claimed = this.#claims.get(fault.name) ?? []
    const whole = planOf(this.catalogue, { within: this.#scope.within })
    const concerned = (id: string): boolean =>
      reached === undefined || reached.get(id)?.has(fault.name) === true
    const wanted = new Set(
      whole.checks.filter(({ id }) => concerned(id) || claimed.includes(id)).map(({ id }) => id),
    )
    for (const check of whole.checks)
      if (wanted.has(check.id) && check.twin !== undefined) wanted.add(check.twin)
    const checks = whole.checks.filter((check) => wanted.has(check.id))
    if (checks.length === 0) return rowOf(fault, claimed, [])
    const program = this.#settings.target.programs.apiserver
    if (program === undefined) throw new HarnessError('harness-fault', 'The reference has no API server.')
    const apiserver = { ...program, args: [...(program.args ?? []), `--fault=${fault.name}`] }
    const target = { ...this.#settings.target, programs: { ...this.#settings.target.programs, apiserver } }
    return rowOf(fault, claimed, await this.#run(fault.name, target, { rules: whole.rules, checks }))
  }

  close(): Promise<void> {
    return this.#session.close()
  }

  async #run(name: string, target: Target, plan: Plan): Promise<CheckEvent[]> {
    const outDir = join(this.#outDir, name)
    rmSync(outDir, { recursive: true, force: true })
    mkdirSync(outDir, { recursive: true })
    const { product } = this.#scope
    const header: HeaderEvent = {
      type: 'header',
      schemaVersion: 1,
      tool: { name: product.name, version: product.version },
      target: { name: `reference (${name})`, dialect: target.dialect, programs: [] },
      startedAt: new Date().toISOString(),
      seed: 1,
      jobs: 1,
      suiteDigest: suiteDigest(product.suitesDir),
      argv: this.#scope.argv,
      plan,
    }
    const recorder = new Recorder(outDir, header, [], () => {})
    this.#relay.recorder = recorder
    this.#session.engine.provide({ ...this.#settings, target, outDir, faultTrace: true })
    const errors = await this.#session.engine.run(
      plan.checks.flatMap((check) => this.catalogue.collected.get(check.id) ?? []),
    )
    for (const error of errors) recorder.error(error)
    const footer = recorder.finish(false)
    if (footer !== undefined && footer.errors.length > 0) {
      throw new HarnessError(
        'harness-fault',
        `The run under ${name} went wrong outside any check: ${footer.errors.join('\n')}`,
      )
    }
    return recorder.events.filter((event): event is CheckEvent => event.type === 'check')
  }

  #consulted(check: CheckEvent): Set<string> {
    const directory = join(this.#outDir, 'baseline', check.evidence ?? '')
    const traces = existsSync(directory)
      ? readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) =>
          name.endsWith(faultTraceName),
        )
      : []
    return new Set(
      traces.flatMap((trace) => readFileSync(join(directory, trace), 'utf8').split('\n').filter(Boolean)),
    )
  }
}

async function proveFreedoms(reference: Target, options: ProveOptions, scope: RunScope): Promise<ExitCode> {
  const freedoms = listOf(scope.product, '--list-freedoms')
  const program = reference.programs.apiserver
  const args = freedoms.map((freedom) => `--freedom=${freedom.name}`)
  const target: Target = { ...reference, programs: { apiserver: { command: program?.command ?? [], args } } }
  const run = {
    target: 'reference',
    program: [],
    out: join(options.out, 'freedoms'),
    seed: 1,
    thorough: false,
  }
  const { events } = await execute(
    target,
    { ...run, ...(options.jobs && { jobs: options.jobs }) },
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

function chosenFaults(all: readonly Fault[], names: readonly string[] | undefined): readonly Fault[] {
  return (
    names?.map((name) => {
      const fault = all.find((candidate) => candidate.name === name)
      if (fault === undefined)
        throw new HarnessError(
          'usage',
          `The reference has no fault ${name}; it lists them with --list-faults.`,
        )
      return fault
    }) ?? all
  )
}
