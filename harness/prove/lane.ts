import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Plan } from '../catalogue.ts'
import type { Engine } from '../engine/engine.ts'
import { noDeviations } from '../engine/known-deviations.ts'
import type { Catalogue } from '../engine/plan.ts'
import { Recorder } from '../engine/recorder.ts'
import { HarnessError } from '../errors.ts'
import type { CheckEvent, HeaderEvent } from '../events.ts'
import type { RunSettings } from '../settings.ts'
import { capabilitiesOff } from '../target/capabilities.ts'
import type { Target } from '../target/target.ts'

/** What the runs of a lane have in common. */
export interface LaneOptions {
  readonly settings: RunSettings
  readonly tool: HeaderEvent['tool']
  readonly suiteDigest: string
  /** Where each run gets a folder. */
  readonly outDir: string
}

/** One engine that runs the same checks against one variation of the reference after another. */
export class Lane {
  readonly catalogue: Catalogue
  readonly #engine: Engine
  readonly #options: LaneOptions

  constructor(catalogue: Catalogue, engine: Engine, options: LaneOptions) {
    this.catalogue = catalogue
    this.#engine = engine
    this.#options = options
  }

  /** Where the run of a name writes its results. */
  outDirOf(name: string): string {
    return join(this.#options.outDir, name)
  }

  /**
   * Runs a plan against a target and gives what the checks came to. A second time when something went wrong outside any
   * check: a process that a busy machine starts too late must not end a proof of hours.
   */
  async run(
    name: string,
    target: Target,
    plan: Plan,
    more: Pick<RunSettings, 'rounds'> = {},
  ): Promise<CheckEvent[]> {
    return await this.#once(name, target, plan, more).catch(() => this.#once(name, target, plan, more))
  }

  async #once(
    name: string,
    target: Target,
    plan: Plan,
    more: Pick<RunSettings, 'rounds'>,
  ): Promise<CheckEvent[]> {
    const { settings, tool, suiteDigest } = this.#options
    const outDir = this.outDirOf(name)
    rmSync(outDir, { recursive: true, force: true })
    mkdirSync(outDir, { recursive: true })
    const recorder = new Recorder(
      outDir,
      {
        type: 'header',
        schemaVersion: 2,
        tool,
        target: { name: `reference (${name})`, dialect: target.dialect, programs: [] },
        startedAt: new Date().toISOString(),
        seed: settings.seed,
        jobs: 1,
        suiteDigest,
        argv: settings.run.argv,
        selection: {},
        capabilitiesOff: capabilitiesOff(target),
        plan,
      },
      noDeviations,
      () => {},
    )
    this.#engine.provide({ ...settings, ...more, target, outDir, faultTrace: true })
    const errors = await this.#engine.run(
      plan.checks.flatMap((check) => this.catalogue.collected.get(check.id) ?? []),
      (test) => recorder.onTestCaseResult(test),
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
}
