import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Collected, savedCollected } from '../engine/collected.ts'
import type { Engine, EngineOptions } from '../engine/engine.ts'
import { type RunningReaper, startReaper } from '../reaper/start.ts'
import { workspaceVariable } from '../launch/workspace.ts'
import type { RunSettings } from '../settings.ts'
import type { Target } from '../target/target.ts'
import type { Product } from './product.ts'

export interface SessionOptions {
  readonly product: Pick<Product, 'name' | 'root' | 'suitesDir'>
  readonly target: Target
  readonly outDir: string
  readonly seed: number
  readonly thorough: boolean
  readonly argv: readonly string[]
}

/** One use of the suites: its engines with their temporary directory and its reaper. */
export class Session {
  readonly settings: RunSettings
  readonly #product: SessionOptions['product']
  readonly #reaper: RunningReaper
  readonly #engines: Engine[] = []

  private constructor(product: SessionOptions['product'], settings: RunSettings, reaper: RunningReaper) {
    this.#product = product
    this.settings = settings
    this.#reaper = reaper
  }

  static async start(options: SessionOptions): Promise<Session> {
    const workspace = mkdtempSync(join(tmpdir(), 'orch-conformance-'))
    process.env[workspaceVariable] = workspace
    // The engine's own scratch directory must go with the run too, however that ends.
    process.env.TMPDIR = workspace
    // It costs every Node 20 process some 30 ms, and all certificates of a run are its own.
    delete process.env.NODE_EXTRA_CA_CERTS
    const settings: RunSettings = {
      target: options.target,
      outDir: options.outDir,
      seed: options.seed,
      startsAtOnce,
      thorough: options.thorough,
      run: { tool: options.product.name, argv: options.argv },
    }
    // The engine takes a while to load, and the reaper to start: each on a core of its own.
    const [reaper] = await Promise.all([startReaper(workspace), loadEngine()]).catch((thrown: unknown) => {
      rmSync(workspace, { recursive: true, force: true })
      throw thrown
    })
    return new Session(options.product, settings, reaper)
  }

  /** All checks, as the build found them; the suites are read when they changed since or wait longer than usual. */
  async collected(): Promise<Collected[]> {
    const saved = this.settings.thorough ? undefined : savedCollected(this.#product.suitesDir)
    return saved ?? (await this.engine(defaultJobs())).collect()
  }

  /** Starts an engine on the suites; several may run beside each other. */
  async engine(jobs: number, reporter?: EngineOptions['reporter']): Promise<Engine> {
    const { Engine } = await loadEngine()
    const engine = await Engine.start({
      root: this.#product.root,
      suitesDir: this.#product.suitesDir,
      include: ['**/*.suite.js'],
      jobs,
      settings: this.settings,
      ...(reporter && { reporter }),
    })
    this.#engines.push(engine)
    return engine
  }

  async close(): Promise<void> {
    try {
      await Promise.all(this.#engines.map((engine) => engine.close()))
    } finally {
      await this.#reaper.finish()
    }
  }
}

// Loading it costs as much as a start of a small program, so those who need none do not pay for it.
const loadEngine = (): Promise<typeof import('../engine/engine.ts')> => import('../engine/engine.ts')

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
