import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type Collected, readFreshCollection } from '../engine/collected.ts'
import type { Engine } from '../engine/engine.ts'
import { Workers } from '../engine/workers.ts'
import { type RunningReaper, startReaper } from '../reaper/start.ts'
import { startFailureOf } from '../launch/first-start.ts'
import { programsOf } from '../launch/version-query.ts'
import { workspaceVariable } from '../launch/workspace.ts'
import type { Role } from '../roles.ts'
import type { Invocation, Network, TargetSummary, EvidenceKept } from '../header.ts'
import type { RunSettings } from '../target/settings.ts'
import type { Target } from '../target/target.ts'
import { minorVersions } from '../target/versions.ts'
import type { Product } from './product.ts'

/** Options of a session. */
export interface SessionOptions {
  readonly product: Pick<Product, 'name' | 'root' | 'suitesDir' | 'commonSuite' | 'firstStarts'>
  readonly target: Target
  /** Second implementation, with which generated cases are compared. */
  readonly against?: Target
  /** True if the target's programs are queried for their versions, for the dialect of the suites. */
  readonly queriesVersions?: true
  readonly outDir: string
  readonly seed: number
  /** Number of requests of the generated cases of each rule; default: a few. */
  readonly generate?: number
  readonly thorough: boolean
  readonly evidence?: EvidenceKept
  /** True if programs record the code that they reach. */
  readonly codeReach?: boolean
  readonly invocation: Invocation
  /** Network of the workers; default: the network of the machine. */
  readonly network?: Network
  /** A file that receives the keys of the harness's TLS connections. */
  readonly keyLog?: string
  /** An unneeded directory, which the reaper removes at its start. */
  readonly discard?: string
}

/** A program that does not start. */
export interface NeverStarted {
  readonly role: Role
  readonly why: string
}

/** A session of the suites: its engines with their temporary directory and its reaper. */
export class Session {
  readonly settings: RunSettings
  readonly #product: SessionOptions['product']
  readonly #workspace: string
  /** Original directory of temporary files. */
  readonly #originalTmpDir = process.env.TMPDIR
  readonly #reaper: Promise<RunningReaper>
  readonly #query: (roles?: ReadonlySet<Role>) => Promise<TargetSummary['programs']>
  #programs: Promise<TargetSummary['programs']> | undefined
  /** Ends the version queries and the first starts. */
  readonly #abortController = new AbortController()
  readonly #workers: Workers
  readonly #engines: Engine[] = []

  /** Prepares the session; `close` must follow. */
  constructor(options: SessionOptions) {
    // The reaper starts while the suites and the engine load; the code that awaits the reaper handles a failure.
    const { directory, running } = startReaper(options.discard)
    this.#reaper = running
    this.#reaper.catch(() => {})
    this.#workspace = directory
    process.env[workspaceVariable] = this.#workspace
    // The engine's own scratch directory must also be removed with the run, however the run ends.
    process.env.TMPDIR = this.#workspace
    // The variable costs every process some 30 ms with Node 20, and all certificates of a run are self-made.
    delete process.env.NODE_EXTRA_CA_CERTS
    this.#product = options.product
    this.#workers = new Workers(options.product.commonSuite, options.network, options.keyLog)
    this.settings = {
      target: options.target,
      ...(options.against && { against: options.against }),
      outDir: options.outDir,
      seed: options.seed,
      generate: options.generate ?? defaultCases,
      startsAtOnce,
      programsAtOnce: programsAtOnce(1),
      thorough: options.thorough,
      ...(options.evidence && { evidence: options.evidence }),
      ...(options.codeReach && { codeReach: true }),
      run: { tool: options.product.name, invocation: options.invocation },
    }
    this.#query = async (roles) => {
      if (options.queriesVersions === undefined) return []
      await this.#reaper
      return programsOf(options.target, this.#abortController.signal, roles)
    }
  }

  /** Queries the programs of these roles, or all programs, for their versions. Only the first call has an effect. */
  queryVersions(roles?: ReadonlySet<Role>): void {
    if (this.#programs !== undefined) return
    this.#programs = this.#query(roles)
    this.#programs.catch(() => {})
  }

  /** Resolves once the reaper will remove the leftovers of the session, whenever this process ends. */
  async guarded(): Promise<void> {
    await this.#reaper
  }

  /** The target's programs with their reported versions, if they are queried. */
  get programs(): Promise<TargetSummary['programs']> {
    this.queryVersions()
    return this.#programs ?? Promise.resolve([])
  }

  /**
   * Returns all checks, as the build found them. Reads the suites if they changed since the build, or if the run is
   * thorough.
   */
  async collected(): Promise<Collected[]> {
    const savedCollection = this.settings.thorough ? undefined : readFreshCollection(this.#product.suitesDir)
    return savedCollection ?? (await this.engine(defaultJobs())).collect()
  }

  /** Starts an engine on the suites; several may run concurrently. */
  async engine(jobs: number): Promise<Engine> {
    // The engine and the workers load at the same time, because both take a while.
    this.#workers.prepare(jobs)
    const [{ Engine }, { suiteModules }] = await Promise.all([
      import('../engine/engine.ts'),
      import('../engine/groups.ts'),
    ])
    await this.#reaper
    const versions = minorVersions(this.settings.target.dialect, await this.programs)
    const settings = {
      ...this.settings,
      programsAtOnce: programsAtOnce(jobs),
      target: { ...this.settings.target, versions },
      ...(this.settings.against && { against: await this.#withVersions(this.settings.against) }),
    }
    const engine = await Engine.start({
      root: this.#product.root,
      suitesDir: this.#product.suitesDir,
      include: suiteModules(this.#product.suitesDir),
      jobs,
      settings,
      workers: this.#workers,
    })
    this.#engines.push(engine)
    return engine
  }

  async #withVersions(target: Target): Promise<Target> {
    const programs = await programsOf(target, this.#abortController.signal)
    return { ...target, versions: minorVersions(target.dialect, programs) }
  }

  /**
   * Starts each of these programs once, in parallel with other work.
   * @returns the first program that does not start, and why; `undefined` if all start
   */
  async firstStart(roles: ReadonlySet<Role>): Promise<NeverStarted | undefined> {
    // Only programs that the reaper knows may run.
    const [starts = {}] = await Promise.all([this.#product.firstStarts?.(), this.#reaper])
    const firstStarts = [...roles].map(async (role) => {
      const start = starts[role]
      const neverReadyReason =
        start === undefined
          ? undefined
          : await startFailureOf(role, start, this.settings, this.#abortController.signal)
      return neverReadyReason === undefined ? undefined : { role, why: neverReadyReason }
    })
    return (await Promise.all(firstStarts)).find((one) => one !== undefined)
  }

  async close(): Promise<void> {
    try {
      this.#abortController.abort()
      this.#workers.end()
      await Promise.all(this.#engines.map((engine) => engine.close()))
    } finally {
      // Restores the variable, because a second session may follow.
      if (this.#originalTmpDir === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = this.#originalTmpDir
      const reaper = await this.#reaper.catch(() => undefined)
      if (reaper === undefined) rmSync(this.#workspace, { recursive: true, force: true })
      await reaper?.finish()
    }
  }
}

// Default number of generated cases: few, but enough to test each generator.
const defaultCases = 60

// Maximum number of waiting files that run at the same time, so that they are spread among the other files.
const jobsThatWait = 4

/** Returns one job per core, because starts keep the cores busy, and four more if any check mostly waits. */
export function defaultJobs(checks: readonly Collected[] = []): number {
  return availableParallelism() + (checks.some(({ waits }) => waits) ? jobsThatWait : 0)
}

// Concurrent starts per job: slightly more than one per core in total.
const startsAtOnce = 2

// Number of programs per job: the servers that a file shares, and the servers that its checks start separately.
const programsOfJob = 3

function programsAtOnce(jobs: number): number {
  return jobs * programsOfJob
}

/** Returns the SHA-256 of the compiled suites and documents, which identifies the suites of a result. */
export function suiteDigest(suitesDir: string): string {
  const digest = createHash('sha256')
  for (const folder of [suitesDir, join(suitesDir, '..', 'documents')].filter((one) => existsSync(one))) {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    for (const name of names.filter((one) => one.endsWith('.js')).sort())
      digest
        .update(name)
        .update('\0')
        .update(readFileSync(join(folder, name)))
  }
  return digest.digest('hex')
}
