import { appendFileSync, existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { makeDirectory } from '../../directory.ts'
import type { RunSettings } from '../../target/settings.ts'

/** Folder below the output directory with the records of reached code or mutants. */
const reachFolder = 'reach'
const usesName = 'uses.jsonl'

/** Starts that a check used. */
export interface ReachUse {
  readonly check: string
  readonly starts: readonly string[]
}

/** Returns the folder with a record of each start, by the name of the start's directory. */
export function recordsOfStarts(outDir: string): string {
  return join(outDir, reachFolder, 'starts')
}

/** Returns the path of the record of a start. The folder above it exists. */
export function recordOfStart(outDir: string, directory: string): string {
  const folder = recordsOfStarts(outDir)
  makeDirectory(folder)
  return join(folder, basename(directory))
}

/** Records the starts that a check used, if the run records reached code or mutants. */
export function recordUse(
  { outDir, mutantReach, codeReach }: Pick<RunSettings, 'outDir' | 'mutantReach' | 'codeReach'>,
  use: ReachUse,
): void {
  if (mutantReach !== true && codeReach !== true) return
  makeDirectory(join(outDir, reachFolder))
  appendFileSync(join(outDir, reachFolder, usesName), `${JSON.stringify(use)}\n`)
}

/** Returns the recorded starts of each check of a run. A check that ran twice has two entries. */
export function readUses(outDir: string): readonly ReachUse[] {
  return readLines(join(outDir, reachFolder, usesName)).map((line) => JSON.parse(line) as ReachUse)
}

/** Removes the records of a run from its output directory. Other files stay. */
export function removeRecords(outDir: string): void {
  const folder = join(outDir, reachFolder)
  rmSync(recordsOfStarts(outDir), { recursive: true, force: true })
  rmSync(join(folder, usesName), { force: true })
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder)
}

/** Returns the lines of a record; empty if there is no such file. */
export function readLines(path: string): string[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
}
