import { closeSync, existsSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RunSettings } from '../../target/settings.ts'
import { readLines, readUses, recordOfStart, recordsOfStarts, type ReachUse } from './uses.ts'

/**
 * Returns the environment variable of a start that names the file in which the program records the mutants that it
 * reaches; empty unless the run records mutants.
 */
export function reachVariable(
  { target, outDir, mutantReach }: RunSettings,
  directory: string,
): Readonly<Record<string, string>> {
  if (mutantReach !== true || target.mutants?.reached === undefined) return {}
  const path = recordOfStart(outDir, directory)
  // A program that reaches no mutant has a file as well, which shows that it was started.
  closeSync(openSync(path, 'a', 0o600))
  return { [target.mutants.reached]: path }
}

/** Returns the records of a run: the starts that each check used, and the mutants that each start reached. */
export function readRecordedReach(outDir: string): {
  readonly uses: readonly ReachUse[]
  readonly starts: ReadonlyMap<string, readonly string[]>
} {
  const starts = recordsOfStarts(outDir)
  const names = existsSync(starts) ? readdirSync(starts) : []
  return {
    uses: readUses(outDir),
    starts: new Map(names.map((name) => [name, readLines(join(starts, name))])),
  }
}
