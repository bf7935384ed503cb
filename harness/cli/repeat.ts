import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { RunEvent } from '../events.ts'
import { interrupts, withParentVariable } from '../interrupts.ts'
import type { Product } from '../run/product.ts'
import { compareRepeats, repeatReportText } from '../run/repeated.ts'
import { exitCodes, type ExitCode } from './line/exit-codes.ts'

/** Options of a run that is repeated. */
export interface RepeatOptions {
  readonly times: number
  readonly out: string
  /** The command line, with `--repeat`. */
  readonly argv: readonly string[]
  readonly reports: Product['reports']
}

/**
 * Runs the selected checks several times, each in a separate process: the first time into the output directory, and
 * then into numbered folders of it. `repeat.json` has the comparison of their verdicts.
 * @returns the exit code of the first run that does not pass; the exit code of an inconclusive run if only verdicts
 * changed
 */
export async function repeatCommand({ times, out, argv, reports }: RepeatOptions): Promise<ExitCode> {
  const results = await reports()
  const commandLine = withoutRepeat(argv)
  const runs: (readonly RunEvent[])[] = []
  let code: ExitCode = exitCodes.conformant
  for (let run = 1; run <= times && code !== exitCodes.interrupted && !interrupts.isInterrupted; run++) {
    const folder = run === 1 ? out : join(out, 'repeat', String(run))
    const exitCode = await runOnceInProcess(run === 1 ? commandLine : withOut(commandLine, folder))
    if (code === exitCodes.conformant || exitCode === exitCodes.interrupted) code = exitCode
    // A run that could not begin has no results. Further runs would have none either.
    if (!existsSync(join(folder, 'events.jsonl'))) return exitCode
    if (exitCode !== exitCodes.interrupted) runs.push(await results.read(resolve(folder)))
  }
  const repeatReport = compareRepeats(runs)
  writeFileSync(join(out, 'repeat.json'), `${JSON.stringify(repeatReport, null, 2)}\n`)
  // The page of the first run shows the comparison.
  const [first] = runs
  if (first !== undefined) await results.write(resolve(out), first)
  process.stderr.write(repeatReportText(repeatReport))
  return code === exitCodes.conformant && repeatReport.changed.length > 0 ? exitCodes.inconclusive : code
}

async function runOnceInProcess(argv: readonly string[]): Promise<ExitCode> {
  const [script = ''] = process.argv.slice(1)
  const child = spawn(process.execPath, [...process.execArgv, script, ...argv], {
    // The channel makes the run end whenever this process ends.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [withParentVariable]: '1' },
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return Object.values(exitCodes).find((one) => one === code) ?? exitCodes.interrupted
}

/** Returns a command line without `--repeat`. Arguments after `--` belong to a program. */
function withoutRepeat(argv: readonly string[]): string[] {
  const endIndex = argv.includes('--') ? argv.indexOf('--') : argv.length
  const optionIndex = argv.findIndex((word, index) => index < endIndex && /^--repeat(?:=|$)/.test(word))
  return optionIndex < 0 ? [...argv] : argv.toSpliced(optionIndex, argv[optionIndex] === '--repeat' ? 2 : 1)
}

/** Returns a command line that writes to another output directory. The added option replaces an earlier one. */
function withOut(argv: readonly string[], out: string): string[] {
  const endIndex = argv.includes('--') ? argv.indexOf('--') : argv.length
  return [...argv.slice(0, endIndex), '--out', out, ...argv.slice(endIndex)]
}
