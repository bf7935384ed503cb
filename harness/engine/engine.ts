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
import { locationsOf, type Declaration } from './locations.ts'
import type { RunSettings } from '../target/settings.ts'
import type { Collected } from './collected.ts'
import { orderByFirst, orderModules } from './order.ts'
import { withProofs } from './proof.ts'
import { readDurations } from './shards.ts'
import type { Workers } from './workers.ts'

/** Options of an engine. */
export interface EngineOptions {
  /** Root of the package; the suites are below it. */
  readonly root: string
  /** Root of the suites. */
  readonly suitesDir: string
  /** Globs of suite files, relative to `suitesDir`. */
  readonly include: readonly string[]
  readonly jobs: number
  readonly settings: RunSettings
  readonly workers: Workers
}

// Time limit of the engine: longer than the limit of a check, so that the check can report its pending wait.
const testTimeoutMs = 120_000

/** The test engine, started on the suites; `close` ends its workers. */
export class Engine {
  readonly #vitest: Vitest
  readonly #root: string
  readonly #suitesDir: string
  readonly #resultListener: ResultListener
  /** Settings of the workers, unless `provide` sets others. */
  readonly settings: RunSettings

  private constructor(
    vitest: Vitest,
    { root, suitesDir, settings }: Pick<EngineOptions, 'root' | 'suitesDir' | 'settings'>,
    listening: ResultListener,
  ) {
    this.#vitest = vitest
    this.#root = root
    this.#suitesDir = suitesDir
    this.settings = settings
    this.#resultListener = listening
  }

  static async start(options: EngineOptions): Promise<Engine> {
    const resultListener: ResultListener = {}
    const reporter: Reporter = { onTestCaseResult: (test) => resultListener.onResult?.(test) }
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
      // Overlapping checks are limited by the number of concurrent program starts, not by the engine.
      maxConcurrency: 500,
      sequence: { sequencer: GivenOrder },
      testTimeout: testTimeoutMs,
      hookTimeout: testTimeoutMs,
      teardownTimeout: 30_000,
      reporters: [reporter],
      provide: { settings: options.settings } satisfies ProvidedContext,
      server: { deps: { external: [/\/dist\//] } },
      env: {},
    })
    return new Engine(vitest, options, resultListener)
  }

  /** Returns the checks of the given suite files, or of all files if none is given, without running any check. */
  async collect(modules: readonly string[] = []): Promise<Collected[]> {
    const files = modules.map((module) => join(this.#suitesDir, module))
    const { testModules, unhandledErrors } = await this.#vitest.collect(files)
    const errors = [...unhandledErrors.map(String), ...testModules.flatMap(moduleErrors)]
    if (errors.length > 0) {
      throw new HarnessError('harness-fault', `The suites could not be read:\n${errors.join('\n')}`)
    }
    const tests = testModules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({ test, collected: this.#asCollected(test, module) })),
    )
    const locations = locationsOf(this.#root, this.#suitesDir, tests.map(declarationOf))
    const collectedChecks = tests.map(({ collected: one }, index) => ({
      ...one,
      rule: withLocation(one.rule, locations[index]?.rule),
      ...(one.check && { check: withLocation(one.check, locations[index]?.check) }),
    }))
    return withProofs(this.#suitesDir, collectedChecks)
  }

  /** Changes the settings of the workers of the next run. */
  provide(settings: RunSettings): void {
    for (const project of this.#vitest.projects) project.provide('settings', settings)
  }

  /**
   * Runs exactly the given checks and reports each when it has ended. Resolves with the errors outside any check.
   * @param order `given` if suite files run in the order of their first check; default the order that takes the least
   * time
   */
  async run(
    checks: readonly Collected[],
    onResult: (test: TestCase) => void,
    order: 'given' | 'fastest' = 'fastest',
  ): Promise<string[]> {
    this.#resultListener.onResult = onResult
    const project = this.#vitest.getRootProject()
    const modules =
      order === 'given' ? orderByFirst(checks) : orderModules(checks, readDurations(this.#suitesDir))
    const specifications = modules.map(({ module, testIds }) =>
      project.createSpecification(join(this.#suitesDir, module), { testIds: [...testIds] }),
    )
    const { unhandledErrors } = await this.#vitest.runTestSpecifications(specifications)
    return unhandledErrors.map((error) =>
      error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error),
    )
  }

  /** Ends the run early. Running checks see their signal aborted and stop the programs that they started. */
  async cancel(): Promise<void> {
    await this.#vitest.cancelCurrentRun('keyboard-input')
  }

  async close(): Promise<void> {
    await this.#vitest.close()
  }

  #asCollected(test: TestCase, module: TestModule): Collected {
    const { rule, check, claimedFaults = [], limitMs, waits } = test.meta()
    if (rule === undefined) {
      throw new HarnessError('harness-fault', `${test.fullName} was not declared by a rule.`)
    }
    const file = relative(this.#suitesDir, module.moduleId)
    return {
      id: test.id,
      module: file,
      rule,
      ...(check && { check }),
      ...(claimedFaults.length > 0 && { sees: claimedFaults }),
      ...(limitMs && { limitMs }),
      ...(waits && { waits }),
    }
  }
}

function declarationOf({ test, collected }: { test: TestCase; collected: Collected }): Declaration {
  const { ruleLocation, checkLocation } = test.meta()
  return { module: collected.module, rule: collected.rule, ruleLocation, checkLocation }
}

function withLocation<T>(declared: T, declaredAt: string | undefined): T {
  return declaredAt === undefined ? declared : { ...declared, declaredAt }
}

function moduleErrors(module: TestModule): string[] {
  return module.errors().map((error) => `${basename(module.moduleId)}: ${error.stack ?? error.message}`)
}

/** Receiver of the checks of the current run. */
interface ResultListener {
  onResult?: (test: TestCase) => void
}

/** Keeps the files in the order given by a run. */
class GivenOrder implements TestSequencer {
  sort(files: TestSpecification[]): TestSpecification[] {
    return files
  }

  shard(files: TestSpecification[]): TestSpecification[] {
    return files
  }
}
