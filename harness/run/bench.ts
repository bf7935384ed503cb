import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isExcluded, type Plan, type PlannedCheck, type Rule } from '../catalogue.ts'
import type { Engine } from '../engine/engine.ts'
import { knownDeviations } from '../engine/known-deviations.ts'
import { type Catalogue } from '../engine/plan.ts'
import { Recorder } from '../engine/recorder.ts'
import { shortenPath } from '../environment.ts'
import { HarnessError } from '../errors.ts'
import type { CheckEvent, RunEvent } from '../events.ts'
import type { HeaderEvent, Invocation } from '../header.ts'
import { nearest } from '../nearest.ts'
import { patienceVariable } from '../time.ts'
import type { Reproduction } from '../target/reproduction.ts'
import type { Target } from '../target/target.ts'
import { keysOf } from '../repro/capture.ts'
import { minorVersions } from '../target/versions.ts'
import type { Verdict } from '../verdict.ts'
import { withTimeLimit } from '../time-limit.ts'
import { interrupts } from '../interrupts.ts'
import {
  selectModules,
  closesInterruptedWithinMs,
  finishEvents,
  makeFreshDirectory,
  headerOf,
  runChecks,
  unlessInterrupted,
} from './run-checks.ts'
import { type OpenedSession, openSession } from './open-session.ts'
import type { Product } from './product.ts'
import { suiteDigest } from './session.ts'

/** Options for running single checks. */
export interface BenchOptions {
  readonly product: Product
  readonly target: Target
  readonly seed: number
  readonly thorough: boolean
  readonly argv: readonly string[]
  readonly invocation: Invocation
  /** Factor of the time limits of responses, for a person who watches. */
  readonly patience?: number
  /** File that receives the packets of each check. With this option, the checks run in a separate network. */
  readonly capture?: string
}

/** Result of one check. */
export interface BenchResult {
  readonly check: CheckEvent
  /** Verdict of the check's twin, if the check has a twin. */
  readonly twin?: Verdict
  readonly events: readonly RunEvent[]
}

/** Options for running a check. */
export interface JudgeOptions {
  readonly reproduction: Reproduction
  /** Directory of events and evidence. */
  readonly outDir: string
  /** Verdict of the check's twin from another run. If set, the twin is not run. */
  readonly twin?: Verdict
  /** Time limit of a start, in milliseconds, in place of the target's limit. */
  readonly readyMs?: number
}

/** Engine that runs single checks, each as often as requested. */
export class Bench {
  readonly catalogue: Catalogue
  readonly suiteDigest: string
  readonly #openedSession: OpenedSession
  readonly #engine: Engine
  readonly #options: BenchOptions
  readonly #programs: HeaderEvent['target']['programs']

  private constructor(
    options: BenchOptions,
    parts: {
      opened: OpenedSession
      engine: Engine
      catalogue: Catalogue
      programs: HeaderEvent['target']['programs']
    },
  ) {
    this.#options = options
    this.#openedSession = parts.opened
    this.#engine = parts.engine
    this.#programs = parts.programs
    this.catalogue = parts.catalogue
    this.suiteDigest = suiteDigest(options.product.suitesDir)
  }

  /** Starts the engine; `close` must follow. */
  static async open(options: BenchOptions): Promise<Bench> {
    const { patience, capture } = options
    // Workers read the variable at their start.
    if (patience !== undefined) process.env[patienceVariable] = String(patience)
    const openedSession = openSession({
      ...options,
      outDir: '',
      ...(capture !== undefined && { network: 'own', keyLog: keysOf(capture) }),
    })
    try {
      const preparedParts = await unlessInterrupted(prepareSession(openedSession))
      if (preparedParts === undefined)
        throw new HarnessError('interrupted', 'Interrupted before a check began.')
      return new Bench(options, { opened: openedSession, ...preparedParts })
    } catch (thrown) {
      await closeSession(openedSession)
      throw thrown
    }
  }

  /** Returns a check by its id, with its rule; a usage error names the nearest id. */
  find(id: string): { readonly check: PlannedCheck; readonly rule: Rule } {
    const { checks, rules } = this.catalogue
    const check = checks.get(id)
    const rule = rules.get(check?.rule ?? id)
    if (check !== undefined && rule !== undefined && !isExcluded(rule)) return { check, rule }
    const ruleChecks = [...checks.values()].filter((one) => one.rule === id).map((one) => `  ${one.id}`)
    if (ruleChecks.length > 0)
      throw new HarnessError('usage', `${id} is a rule; give one of its checks:\n${ruleChecks.join('\n')}`)
    const suggestion = nearest(id, checks.keys())
    const hint =
      suggestion === undefined
        ? '`orch-conformance list --json` shows all ids.'
        : `Did you mean ${suggestion}?`
    throw new HarnessError('usage', `There is no check ${shortenPath(id)}. ${hint}`)
  }

  /** Runs one check, together with its twin unless the twin already has a verdict. */
  async judge(id: string, { reproduction, outDir, twin, readyMs }: JudgeOptions): Promise<BenchResult> {
    const { target, seed, argv, invocation, product, capture } = this.#options
    const plan = this.#planOf(id, twin === undefined)
    makeFreshDirectory(outDir)
    if (capture !== undefined) rmSync(keysOf(capture), { force: true })
    const versions = minorVersions(target.dialect, this.#programs)
    const header = headerOf({
      tool: { name: product.name, version: product.version },
      target,
      programs: this.#programs,
      seed,
      jobs: 1,
      suiteDigest: this.suiteDigest,
      argv,
      invocation,
      selection: { only: [id] },
      plan,
    })
    const recorder = new Recorder(outDir, header, knownDeviations(target, versions), () => {})
    const twinId = this.find(id).check.twin
    if (twin !== undefined && twinId !== undefined) recorder.recordBorrowed(twinId, twin)
    const { settings } = this.#openedSession.session
    const limits = { ...settings.target.limits, ...(readyMs && { readyMs, refusedMs: readyMs }) }
    this.#engine.provide({
      ...settings,
      target: { ...settings.target, versions, limits },
      outDir,
      repro: { ...reproduction, ...(capture !== undefined && { capture }) },
    })
    await runChecks({ engine: this.#engine, chosen: selectModules(this.catalogue, plan), recorder })
    return benchResultOf(id, twinId, finishEvents(recorder))
  }

  async close(): Promise<void> {
    await closeSession(this.#openedSession)
  }

  #planOf(id: string, withTwin: boolean): Plan {
    const { checks, rules } = this.catalogue
    const { check } = this.find(id)
    const twins: PlannedCheck[] = []
    for (let twin = check.twin; withTwin && twin !== undefined; twin = twins.at(-1)?.twin) {
      const twinCheck = checks.get(twin)
      if (twinCheck === undefined) break
      twins.push(twinCheck)
    }
    // Checks keep the order of the suites, as in a whole run.
    const ids = new Set([check, ...twins].map((one) => one.id))
    const planned = [...checks.values()].filter((one) => ids.has(one.id))
    const usedRules = new Set(planned.map(({ rule }) => rule))
    return {
      rules: [...rules.values()].filter((rule) => usedRules.has(rule.id)),
      checks: planned,
      profiles: [],
      outOfScope: [],
    }
  }
}

async function prepareSession({ session, catalogue, programs }: OpenedSession) {
  return { catalogue: await catalogue(), engine: await session.engine(1), programs: await programs }
}

async function closeSession(opened: OpenedSession): Promise<void> {
  const closePromise = opened.close()
  // The reaper stops programs that still hang when this process ends.
  await (interrupts.isInterrupted ? withTimeLimit(closePromise, closesInterruptedWithinMs) : closePromise)
}

function benchResultOf(id: string, twinId: string | undefined, events: readonly RunEvent[]): BenchResult {
  const checks = events.filter((event): event is CheckEvent => event.type === 'check')
  const check = checks.find((event) => event.id === id)
  if (check === undefined) {
    if (interrupts.isInterrupted)
      throw new HarnessError('interrupted', 'Interrupted before the check had a verdict.')
    const errors = events.flatMap((event) => (event.type === 'footer' ? event.errors : []))
    throw new HarnessError('harness-fault', `The check ${id} was never reported. ${errors.join('\n')}`)
  }
  const twin = checks.find((event) => event.id === twinId)?.verdict
  return { check, events, ...(twin && { twin }) }
}

/** Returns the directory inside a folder for the results of a check. */
export function resultIn(folder: string): string {
  return join(folder, 'result')
}
