import { join } from 'node:path'
import type { Plan } from '../catalogue.ts'
import type { Engine } from '../engine/engine.ts'
import { noDeviations } from '../engine/known-deviations.ts'
import type { Catalogue } from '../engine/plan.ts'
import { Recorder } from '../engine/recorder.ts'
import { HarnessError } from '../errors.ts'
import type { CheckEvent } from '../events.ts'
import type { HeaderEvent } from '../header.ts'
import { selectModules, finishEvents, makeFreshDirectory, headerOf, runChecks } from '../run/run-checks.ts'
import type { RunSettings } from '../target/settings.ts'
import type { Target } from '../target/target.ts'

/** Options that the runs of a worker share. */
export interface ProofWorkerOptions {
  readonly settings: RunSettings
  readonly tool: HeaderEvent['tool']
  readonly suiteDigest: string
  /** Folder with a subfolder for each run. */
  readonly outDir: string
}

/** Engine that runs the same checks against one variation of the reference after another. */
export class ProofWorker {
  readonly catalogue: Catalogue
  readonly #engine: Engine
  readonly #options: ProofWorkerOptions

  constructor(catalogue: Catalogue, engine: Engine, options: ProofWorkerOptions) {
    this.catalogue = catalogue
    this.#engine = engine
    this.#options = options
  }

  /** Returns the results folder of the run with a name. */
  outDirOf(name: string): string {
    return join(this.#options.outDir, name)
  }

  /**
   * Runs a plan against a target and returns the results of the checks. Retries once after a problem outside any
   * check, so that a slow machine does not end a proof of hours.
   */
  async run(
    name: string,
    target: Target,
    plan: Plan,
    extraSettings: Pick<RunSettings, 'rounds'> = {},
  ): Promise<CheckEvent[]> {
    return await this.#runOnce(name, target, plan, extraSettings).catch(() =>
      this.#runOnce(name, target, plan, extraSettings),
    )
  }

  async #runOnce(
    name: string,
    target: Target,
    plan: Plan,
    extraSettings: Pick<RunSettings, 'rounds'>,
  ): Promise<CheckEvent[]> {
    const { settings, tool, suiteDigest } = this.#options
    const outDir = this.outDirOf(name)
    makeFreshDirectory(outDir)
    const header = headerOf({
      tool,
      target: { ...target, name: `reference (${name})` },
      programs: [],
      seed: settings.seed,
      jobs: 1,
      suiteDigest,
      argv: [],
      invocation: settings.run.invocation,
      selection: {},
      plan,
    })
    const recorder = new Recorder(outDir, header, noDeviations, () => {})
    this.#engine.provide({ ...settings, ...extraSettings, target, outDir, faultTrace: true })
    await runChecks({ engine: this.#engine, chosen: selectModules(this.catalogue, plan), recorder })
    const events = finishEvents(recorder)
    const errors = events.flatMap((event) => (event.type === 'footer' ? event.errors : []))
    if (errors.length > 0) {
      throw new HarnessError(
        'harness-fault',
        `The run under ${name} went wrong outside any check: ${errors.join('\n')}`,
      )
    }
    return events.filter((event): event is CheckEvent => event.type === 'check')
  }
}
