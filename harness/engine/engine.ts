import { basename, join, relative } from 'node:path'
import type { ProvidedContext } from 'vitest'
import {
  createVitest,
  type Reporter,
  type TestCase,
  type TestModule,
  type TestSequencer,
  type TestSpecification,
  type Vitest,
} from 'vitest/node'
import { HarnessError } from '../errors.ts'
import type { RunSettings } from '../settings.ts'
import type { Collected } from './collected.ts'
import { inOrder } from './order.ts'
import type { Workers } from './workers.ts'

export interface EngineOptions {
  /** The package's root; suites stand below it. */
  readonly root: string
  /** Globs of suite files, relative to `suitesDir`. */
  readonly suitesDir: string
  readonly include: readonly string[]
  readonly jobs: number
  readonly settings: RunSettings
  readonly workers: Workers
  readonly reporter?: Reporter
}

// Longer than a check's own limit, so that the check can still say what it waited for.
const testTimeoutMs = 120_000

/** The test engine, started on the suites; `close` ends its workers. */
export class Engine {
  readonly #vitest: Vitest
  readonly #suitesDir: string

  private constructor(vitest: Vitest, suitesDir: string) {
    this.#vitest = vitest
    this.#suitesDir = suitesDir
  }

  static async start(options: EngineOptions): Promise<Engine> {
    const before = new Set([...process.listeners('SIGINT'), ...process.listeners('SIGTERM')])
    const vitest = await createVitest('test', {
      config: false,
      root: options.root,
      dir: options.suitesDir,
      include: [...options.include],
      exclude: [],
      watch: false,
      pool: options.workers.pool,
      isolate: false,
      maxWorkers: options.jobs,
      fileParallelism: options.jobs > 1,
      // Checks that overlap are slowed by a limit on program starts, not by the engine.
      maxConcurrency: 500,
      sequence: { sequencer: AsGiven },
      testTimeout: testTimeoutMs,
      hookTimeout: testTimeoutMs,
      teardownTimeout: 30_000,
      reporters: options.reporter === undefined ? [silent] : [options.reporter],
      provide: { settings: options.settings } satisfies ProvidedContext,
      server: { deps: { external: [/\/dist\//] } },
      env: {},
    })
    // The engine's own handlers leave within a millisecond, before any program under test is stopped.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      for (const listener of process.listeners(signal)) {
        if (!before.has(listener)) process.off(signal, listener)
      }
    }
    return new Engine(vitest, options.suitesDir)
  }

  /** Finds all checks in the suites without running any. */
  async collect(): Promise<Collected[]> {
    const { testModules, unhandledErrors } = await this.#vitest.collect()
    const errors = [...unhandledErrors.map(String), ...testModules.flatMap(moduleErrors)]
    if (errors.length > 0) {
      throw new HarnessError('harness-fault', `The suites could not be read:\n${errors.join('\n')}`)
    }
    return testModules.flatMap((module) =>
      [...module.children.allTests()].map((test) => this.#asCollected(test, module)),
    )
  }

  /** Changes what the workers of the next run are told. */
  provide(settings: RunSettings): void {
    for (const project of this.#vitest.projects) project.provide('settings', settings)
  }

  /** Runs exactly the given checks; resolves with what went wrong outside any of them. */
  async run(checks: readonly Collected[]): Promise<string[]> {
    const project = this.#vitest.getRootProject()
    const specifications = inOrder(checks).map(({ module, testIds }) =>
      project.createSpecification(join(this.#suitesDir, module), { testIds: [...testIds] }),
    )
    const { unhandledErrors } = await this.#vitest.runTestSpecifications(specifications)
    return unhandledErrors.map((error) =>
      error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error),
    )
  }

  /** Ends the run early; running checks see their signal aborted and stop what they started. */
  async cancel(): Promise<void> {
    await this.#vitest.cancelCurrentRun('keyboard-input')
  }

  async close(): Promise<void> {
    await this.#vitest.close()
  }

  #asCollected(test: TestCase, module: TestModule): Collected {
    const { rule, check, limitMs, waits } = test.meta()
    if (rule === undefined) {
      throw new HarnessError('harness-fault', `${test.fullName} was not declared by a rule.`)
    }
    const file = relative(this.#suitesDir, module.moduleId)
    return {
      id: test.id,
      module: file,
      rule,
      ...(check && { check }),
      ...(limitMs && { limitMs }),
      ...(waits && { waits }),
    }
  }
}

function moduleErrors(module: TestModule): string[] {
  return module.errors().map((error) => `${basename(module.moduleId)}: ${error.stack ?? error.message}`)
}

const silent: Reporter = {}

/** Leaves the files in the order in which a run gives them. */
class AsGiven implements TestSequencer {
  sort(files: TestSpecification[]): TestSpecification[] {
    return files
  }

  shard(files: TestSpecification[]): TestSpecification[] {
    return files
  }
}
