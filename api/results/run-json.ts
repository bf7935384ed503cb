import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { HarnessError, messageOf } from '#harness/errors.ts'
import type { RunResult } from '#reports/run-schema.ts'

const version = 2

/**
 * Reads a `run.json`.
 * @param path the output directory of a run, or the file itself
 * @throws HarnessError `usage` if the file does not exist or has another schema version than 2
 * @example
 * ```ts
 * const { headline, checks } = await readRunJson('out')
 * const red = checks.filter(({ verdict }) => verdict === 'broken')
 * ```
 */
export async function readRunJson(path: string): Promise<RunResult> {
  let result: RunResult
  try {
    const file = (await stat(path)).isDirectory() ? join(path, 'run.json') : path
    result = JSON.parse(await readFile(file, 'utf8')) as RunResult
  } catch (cause) {
    const hint = 'Give the directory that a run wrote its results to.'
    throw new HarnessError('usage', `No run.json could be read at ${path}: ${messageOf(cause)}. ${hint}`, {
      cause,
    })
  }
  const schemaVersion: unknown = (result as Partial<RunResult> | null)?.schemaVersion
  if (schemaVersion === version) return result
  const message = `${path}: schema version ${JSON.stringify(schemaVersion)}, and this program reads version ${version}. Use the program that wrote it.`
  throw new HarnessError('usage', message)
}
