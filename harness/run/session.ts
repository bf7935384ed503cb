import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Collected, savedCollected } from '../engine/collected.ts'
import type { Engine } from '../engine/engine.ts'
import { Workers } from '../engine/workers.ts'
import { environmentFault } from '../environment.ts'
import { HarnessError, messageOf } from '../errors.ts'
import { type RunningReaper, startReaper } from '../reaper/start.ts'
import { whyNeverReady } from '../launch/first-start.ts'
import { programsOf } from '../launch/version-query.ts'
import { workspaceVariable } from '../launch/workspace.ts'
import type { Role } from '../roles.ts'
import type { Invocation, TargetSummary, EvidenceKept } from '../header.ts'
import type { RunSettings } from '../target/settings.ts'
import type { Target } from '../target/target.ts'
import { minorVersions } from '../target/versions.ts'
import type { Product } from './product.ts'

/** What a use of the suites needs to know. */
export interface SessionOptions {
  readonly product: Pick<Product, 'name' | 'root' | 'suitesDir' | 'commonSuite' | 'firstStarts'>
  readonly target: Target
  /** Whether its programs are asked for their versions, for the dialect that the suites spell in. */
  readonly asksVersions?: true
  readonly outDir: string
  readonly seed: number
  /** How many questions the generated cases of a rule ask; default: a few. */
  readonly generate?: number
  readonly thorough: boolean
  readonly evidence?: EvidenceKept
  readonly invocation: Invocation
  /** A directory that nobody needs any longer. */
  readonly discard?: string
}

/** A program that does not come up. */
export interface NeverStarted {
  readonly role: Role
  readonly why: string
}

/** One use of the suites: its engines with their temporary directory and its reaper. */
export class Session {
  readonly settings: RunSettings
  readonly #product: SessionOptions['product']
  readonly #workspace: string
  /** Where temporary files went before. */
  readonly #outside = process.env.TMPDIR
  readonly #reaper: Promise<RunningReaper>
  readonly #ask: (roles?: ReadonlySet<Role>) => Promise<TargetSummary['programs']>
  #programs: Promise<TargetSummary['programs']> | undefined
  /** Ends the questions for versions, and the first starts. */
  readonly #asking = new AbortController()
  readonly #workers: Workers
  readonly #engines: Engine[] = []

  /** Prepares the use of the suites; `close` must follow. */
  constructor(options: SessionOptions) {
    this.#workspace = makeTemporary()
    process.env[workspaceVariable] = this.#workspace
    // The engine's own scratch directory must go with the run too, however that ends.
    process.env.TMPDIR = this.#workspace
    // It costs every Node 20 process some 30 ms, and all certificates of a run are its own.
    delete process.env.NODE_EXTRA_CA_CERTS
    this.#product = options.product
    this.#workers = new Workers(options.product.commonSuite)
    this.settings = {
      target: options.target,
      outDir: options.outDir,
      seed: options.seed,
      generate: options.generate ?? usualQuestions,
      startsAtOnce,
      programsAtOnce: programsAtOnce(1),
      thorough: options.thorough,
      ...(options.evidence && { evidence: options.evidence }),
      run: { tool: options.product.name, invocation: options.invocation },
    }
    // It starts while the suites and the engine load; whoever needs it hears of a failure.
    this.#reaper = startReaper(this.#workspace, options.discard)
    this.#reaper.catch(() => {})
    this.#ask = async (roles) => {
      if (options.asksVersions === undefined) return []
      await this.#reaper
      return programsOf(options.target, this.#asking.signal, roles)
    }
  }

  /** Asks the programs of these roles for their versions, or all; who asked first decides which. */
  askVersions(roles?: ReadonlySet<Role>): void {
    if (this.#programs !== undefined) return
    this.#programs = this.#ask(roles)
    this.#programs.catch(() => {})
  }

  /** Resolves once the reaper removes what is left of the session, whenever this process ends. */
  async guarded(): Promise<void> {
    await this.#reaper
  }

  /** The target's programs with what they say of their versions, as far as they are asked. */
  get programs(): Promise<TargetSummary['programs']> {
    this.askVersions()
    return this.#programs ?? Promise.resolve([])
  }

  /** All checks, as the build found them; the suites are read when they changed since or wait longer than usual. */
  async collected(): Promise<Collected[]> {
    const saved = this.settings.thorough ? undefined : savedCollected(this.#product.suitesDir)
    return saved ?? (await this.engine(defaultJobs())).collect()
  }

  /** Starts an engine on the suites; several may run beside each other. */
  async engine(jobs: number): Promise<Engine> {
    // The engine takes a while to load, and so do workers: beside each other.
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

  /**
   * Starts each of these programs once, beside whatever else goes on.
   * @returns the first that does not come up, and why; nothing where all do
   */
  async firstStart(roles: ReadonlySet<Role>): Promise<NeverStarted | undefined> {
    // Only programs that the reaper knows may run.
    const [starts = {}] = await Promise.all([this.#product.firstStarts?.(), this.#reaper])
    const all = [...roles].map(async (role) => {
      const start = starts[role]
      const why =
        start === undefined ? undefined : await whyNeverReady(role, start, this.settings, this.#asking.signal)
      return why === undefined ? undefined : { role, why }
    })
    return (await Promise.all(all)).find((one) => one !== undefined)
  }

  async close(): Promise<void> {
    try {
      this.#asking.abort()
      this.#workers.end()
      await Promise.all(this.#engines.map((engine) => engine.close()))
    } finally {
      // It ends with the session, and another one may follow.
      if (this.#outside === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = this.#outside
      const reaper = await this.#reaper.catch(() => undefined)
      if (reaper === undefined) rmSync(this.#workspace, { recursive: true, force: true })
      await reaper?.finish()
    }
  }
}

function makeTemporary(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'orch-conformance-'))
  } catch (thrown) {
    const attempted = `Could not make a directory in ${tmpdir()}, the directory that TMPDIR names`
    throw (
      environmentFault(thrown, attempted) ??
      new HarnessError(
        'config-fault',
        `${attempted} (${messageOf(thrown)}). Set TMPDIR to a directory that exists.`,
        {
          cause: thrown,
        },
      )
    )
  }
}

// Little beside what a run takes, and enough to see that generated cases are drawn and judged.
const usualQuestions = 60

// As many as there are files that wait at the same time, when these are spread between the others.
const jobsThatWait = 4

/** One job per core, as starts keep the cores busy, and four more when some of the checks mostly wait. */
export function defaultJobs(checks: readonly Collected[] = []): number {
  return availableParallelism() + (checks.some(({ waits }) => waits) ? jobsThatWait : 0)
}

// A little more than one start per core in all, so that a start that waits for something costs no time.
const startsAtOnce = 2

// The servers that a file shares, and those that its checks start for themselves.
const programsOfJob = 3

function programsAtOnce(jobs: number): number {
  return jobs * programsOfJob
}

/** SHA-256 over the compiled suites, so that two results can be compared as to what judged them. */
export function suiteDigest(suitesDir: string): string {
  const digest = createHash('sha256')
  const files = readdirSync(suitesDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  )
  for (const name of files.sort())
    digest
      .update(name)
      .update('\0')
      .update(readFileSync(join(suitesDir, name)))
  return digest.digest('hex')
}
