import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Collected, savedCollected } from '../engine/collected.ts'
import type { Engine, EngineOptions } from '../engine/engine.ts'
import { Workers } from '../engine/workers.ts'
import { type RunningReaper, startReaper } from '../reaper/start.ts'
import { workspaceVariable } from '../launch/workspace.ts'
import type { RunSettings } from '../settings.ts'
import type { Target } from '../target/target.ts'
import type { Product } from './product.ts'

export interface SessionOptions {
  readonly product: Pick<Product, 'name' | 'root' | 'suitesDir' | 'commonSuite'>
  readonly target: Target
  readonly outDir: string
  readonly seed: number
  readonly thorough: boolean
  readonly argv: readonly string[]
  /** A directory that nobody needs any longer. */
  readonly discard?: string
}

/** One use of the suites: its engines with their temporary directory and its reaper. */
export class Session {
  readonly settings: RunSettings
  readonly #product: SessionOptions['product']
  readonly #workspace: string
  readonly #reaper: Promise<RunningReaper>
  readonly #workers: Workers
  readonly #engines: Engine[] = []

  /** Prepares the use of the suites; `close` must follow. */
  constructor(options: SessionOptions) {
    this.#workspace = mkdtempSync(join(tmpdir(), 'orch-conformance-'))
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
      startsAtOnce,
      thorough: options.thorough,
      run: { tool: options.product.name, argv: options.argv },
    }
    // It starts while the suites and the engine load; whoever needs it hears of a failure.
    this.#reaper = startReaper(this.#workspace, options.discard)
    this.#reaper.catch(() => {})
  }

  /** All checks, as the build found them; the suites are read when they changed since or wait longer than usual. */
  async collected(): Promise<Collected[]> {
    const saved = this.settings.thorough ? undefined : savedCollected(this.#product.suitesDir)
    return saved ?? (await this.engine(defaultJobs())).collect()
  }

  /** Starts an engine on the suites; several may run beside each other. */
  async engine(jobs: number, reporter?: EngineOptions['reporter']): Promise<Engine> {
    // The engine takes a while to load, and so do workers: beside each other.
    this.#workers.prepare(jobs)
    const { Engine } = await import('../engine/engine.ts')
    await this.#reaper
    const engine = await Engine.start({
      root: this.#product.root,
      suitesDir: this.#product.suitesDir,
      include: ['**/*.suite.js'],
      jobs,
      settings: this.settings,
      workers: this.#workers,
      ...(reporter && { reporter }),
    })
    this.#engines.push(engine)
    return engine
  }

  async close(): Promise<void> {
    try {
      this.#workers.end()
      await Promise.all(this.#engines.map((engine) => engine.close()))
    } finally {
      const reaper = await this.#reaper.catch(() => undefined)
      if (reaper === undefined) rmSync(this.#workspace, { recursive: true, force: true })
      await reaper?.finish()
    }
  }
}

/** One job per core, as starts keep the cores busy, and one more when some of the checks mostly wait. */
export function defaultJobs(checks: readonly Collected[] = []): number {
  return availableParallelism() + (checks.some(({ waits }) => waits) ? 1 : 0)
}

// A little more than one start per core in all, so that a start that waits for something costs no time.
const startsAtOnce = 2

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
