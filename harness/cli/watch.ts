import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { interrupts } from '../interrupts.ts'
import type { Product } from '../run/product.ts'
import { findProgram } from '../target/find.ts'
import { valueOf } from '../target/paths.ts'
import type { Target } from '../target/target.ts'
import { exitCodes, type ExitCode } from './line/exit-codes.ts'
import { Keys } from './keys.ts'
import { type RunKind, WatchedRuns } from './watched-runs.ts'

/** Options of a watch. */
export interface WatchOptions {
  readonly target: Target
  /** The target as given on the command line: a name, or a file. */
  readonly targetArgument: string
  /** Additional files and folders to watch, such as a build output. */
  readonly paths: readonly string[]
  readonly out: string
  readonly argv: readonly string[]
  readonly reports: Product['reports']
}

// Milliseconds without a write before a changed file is reported: a linker writes a program in parts, and a compiler
// writes many files.
const quietPeriodMs = { stabilityThreshold: 150, pollInterval: 50 }
const commands = { a: 'all', f: 'failed', '1': 'one', o: 'open', q: 'quit' } as const

/**
 * Runs the checks. Whenever a file of the implementation changes, repeats the failed checks, or all checks if none
 * failed.
 * @returns the exit code of the last run, and 130 after an interrupt
 */
export async function watchCommand(options: WatchOptions): Promise<ExitCode> {
  const { watch } = await import('chokidar')
  const files = watchedFiles(options)
  const watcher = watch(files, { ignoreInitial: true, awaitWriteFinish: quietPeriodMs })
  const keys = new Keys(process.stdin)
  const runs = new WatchedRuns(withoutWatch(options.argv), options.out, options.reports)
  const interruption = interrupts.whenInterrupted.then(() => 'interrupted' as const)
  try {
    for (let nextKind: RunKind = 'all'; ; ) {
      const change = new Promise<RunKind>((resolved) => {
        watcher.once('all', (_event, path) => {
          process.stdout.write(`\n${path} changed.\n`)
          resolved('failed')
        })
      })
      const runPromise: Promise<unknown> = runs
        .run(nextKind)
        .then(() => process.stdout.write(promptOf(runs, files, keys.isInteractive)))
      const event: RunKind | 'quit' | 'interrupted' = await Promise.race([
        change,
        handleKeys(keys, runs),
        interruption,
        rejectOnFailure(runPromise),
      ])
      watcher.removeAllListeners('all')
      await runs.stop()
      if (event === 'interrupted') return exitCodes.interrupted
      if (event === 'quit') return runs.code
      nextKind = event
    }
  } finally {
    keys.close()
    await runs.stop()
    await runs.close()
    await watcher.close()
  }
}

/** Waits for the next command of the user. The page is opened at once, also during a run. */
async function handleKeys(keys: Keys, runs: WatchedRuns): Promise<RunKind | 'quit'> {
  for (;;) {
    const command = commands[await keys.next(Object.keys(commands) as (keyof typeof commands)[])]
    if (command !== 'open') return command
    openPage(runs.page)
  }
}

/** Returns a promise that rejects if the work fails, and never resolves. */
async function rejectOnFailure(work: Promise<unknown>): Promise<never> {
  await work
  return new Promise<never>(() => {})
}

/** Returns the command line of the runs. Arguments after `--` belong to a program. */
function withoutWatch(argv: readonly string[]): string[] {
  const endIndex = argv.indexOf('--')
  return argv.filter((word, index) => word !== '--watch' || (endIndex !== -1 && index > endIndex))
}

/**
 * Returns the files to watch: the target file, the programs, the files in their commands, and the files of the command
 * line.
 */
function watchedFiles({ target, targetArgument, paths }: WatchOptions): string[] {
  const commandLines = Object.values(target.programs).flatMap(({ command, args = [] }) => {
    const [program = '', ...rest] = command
    return [
      program.includes('/') ? program : findProgram(program),
      ...[...rest, ...args].map(valueOf).filter(isFile),
    ]
  })
  const allPaths = [resolve(targetArgument), ...commandLines, ...paths.map((path) => resolve(path))]
  return [...new Set(allPaths.filter((path) => path !== undefined && existsSync(path)))] as string[]
}

function isFile(path: string): boolean {
  return isAbsolute(path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function promptOf({ redChecks }: WatchedRuns, files: readonly string[], hasKeys: boolean): string {
  const stateText =
    redChecks.size === 0
      ? 'No check fails.'
      : `${redChecks.size} ${redChecks.size === 1 ? 'check fails' : 'checks fail'}.`
  const watchedText = files.length === 1 ? files[0] : `${files.length} files`
  const keysText = hasKeys
    ? ' Press a to run all checks, f the failed ones, 1 the first failed one, o to open the report, which follows the runs, q to quit.'
    : ''
  return `\n${stateText} Watching ${watchedText}.${keysText}\n`
}

function openPage(page: string): void {
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open'
  const child = spawn(opener, [page], { stdio: 'ignore', detached: true })
  child.on('error', () => process.stdout.write(`There is no ${opener} here. Open ${page} in a browser.\n`))
  child.unref()
}
