import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Product } from '../run/product.ts'
import { guardedDirectory } from '../reaper/guarded-directory.ts'
import { withParentVariable } from '../interrupts.ts'
import { isRed } from '../verdict.ts'
import { exitCodes, type ExitCode } from './line/exit-codes.ts'
import { rerunDirOf } from './rerun.ts'
import { WatchPages } from './watch-pages.ts'

/** Selection of a watch: all checks of its command line, the failed checks, or the first failed check. */
export type RunKind = 'all' | 'failed' | 'one'

/**
 * The runs of one watch, and the checks that failed in these runs and have not passed since. Each run is a separate
 * process, so that a changed program, target file or suite is read again.
 */
export class WatchedRuns {
  readonly #red = new Set<string>()
  readonly #folder = guardedDirectory('orch-conformance-watch-')
  readonly #reports: Product['reports']
  readonly #argv: readonly string[]
  readonly #out: string
  #child: ChildProcess | undefined
  readonly #pages: WatchPages
  #code: ExitCode = exitCodes.conformant

  /** @param argv the command line of the runs, without the options of the watch */
  constructor(argv: readonly string[], out: string, reports: Product['reports']) {
    this.#argv = argv
    this.#out = out
    this.#reports = reports
    this.#pages = new WatchPages([out, rerunDirOf(out)])
  }

  /** Checks that failed and have not passed since. */
  get redChecks(): ReadonlySet<string> {
    return this.#red
  }

  /** Exit code of the last run. */
  get code(): ExitCode {
    return this.#code
  }

  /** Page that links to the report of the latest run, which then follows the runs. */
  get page(): string {
    return this.#pages.page
  }

  /** Runs the selected checks, or all if none failed. Resolves when the run has ended or was stopped. */
  async run(kind: RunKind): Promise<void> {
    const checksToRerun = kind === 'all' ? [] : [...this.#red].slice(0, kind === 'one' ? 1 : undefined)
    const outDir = checksToRerun.length === 0 ? this.#out : rerunDirOf(this.#out)
    const listPath = join(this.#folder.path, 'checks')
    writeFileSync(listPath, checksToRerun.join('\n'))
    const [command = 'run', ...rest] = this.#argv
    const argv = checksToRerun.length === 0 ? this.#argv : [command, '--checks', listPath, ...rest]
    const [script = ''] = process.argv.slice(1)
    this.#pages.markRunning()
    const child = spawn(process.execPath, [...process.execArgv, script, ...argv], {
      // The channel makes the run end whenever the watch ends.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, [withParentVariable]: '1' },
    })
    this.#child = child
    const [code] = (await once(child, 'close')) as [number | null]
    this.#child = undefined
    this.#code = Object.values(exitCodes).find((one) => one === code) ?? exitCodes.interrupted
    // A run that was stopped or never started has no result for the checks that did not run.
    const isConclusiveRun = this.#code !== exitCodes.interrupted && this.#code !== exitCodes.configFault
    if (isConclusiveRun) await this.#recordVerdicts(outDir)
    this.#pages.markEnded(isConclusiveRun ? outDir : undefined)
  }

  /** Interrupts the current run, if any, and waits for its end. */
  async stop(): Promise<void> {
    const child = this.#child
    if (child === undefined) return
    child.kill('SIGINT')
    await once(child, 'close')
  }

  async close(): Promise<void> {
    this.#pages.remove()
    await this.#folder.remove()
  }

  async #recordVerdicts(out: string): Promise<void> {
    const events = await (await this.#reports()).read(out)
    for (const event of events) {
      if (event.type !== 'check') continue
      if (isRed(event)) this.#red.add(event.id)
      else this.#red.delete(event.id)
    }
  }
}
