import { appendFileSync, closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { makeDirectory } from '../../directory.ts'
import type { RunSettings } from '../../target/settings.ts'

/** The folder of an output directory with the records of reached mutants. */
const folder = 'reach'
const usesName = 'uses.jsonl'
const startsFolder = 'starts'

/** Starts that a check used. */
export interface ReachUse {
  readonly check: string
  readonly starts: readonly string[]
}

/**
 * The variable of a start that names the file in which the program records the mutants that it reaches; empty unless
 * the run records mutants.
 */
export function reachVariable(
  { target, outDir, mutantReach }: RunSettings,
  directory: string,
): Readonly<Record<string, string>> {
  if (mutantReach !== true || target.mutants?.reached === undefined) return {}
  const path = join(outDir, folder, startsFolder, basename(directory))
  makeDirectory(join(outDir, folder, startsFolder))
  // A program that reaches no mutant has a file as well, which shows that it was started.
  closeSync(openSync(path, 'a', 0o600))
  return { [target.mutants.reached]: path }
}

/** Records the starts that a check used. */
export function recordUse({ outDir, mutantReach }: RunSettings, use: ReachUse): void {
  if (mutantReach !== true) return
  makeDirectory(join(outDir, folder))
  appendFileSync(join(outDir, folder, usesName), `${JSON.stringify(use)}\n`)
}

/** Records of a run: the starts that each check used, and the mutants that each start reached. */
export function readRecordedReach(outDir: string): {
  readonly uses: readonly ReachUse[]
  readonly starts: ReadonlyMap<string, readonly string[]>
} {
  const readLines = (path: string): string[] =>
    existsSync(path)
      ? readFileSync(path, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
      : []
  const uses = readLines(join(outDir, folder, usesName)).map((line) => JSON.parse(line) as ReachUse)
  const starts = join(outDir, folder, startsFolder)
  const names = existsSync(starts) ? readdirSync(starts) : []
  return { uses, starts: new Map(names.map((name) => [name, readLines(join(starts, name))])) }
}
