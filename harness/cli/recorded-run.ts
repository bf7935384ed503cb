import { accessSync, constants, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { HarnessError, messageOf } from '../errors.ts'
import type { RunEvent } from '../events.ts'
import { removeRecords } from '../launch/reach/uses.ts'
import { dialectOf } from '../target/dialects.ts'
import type { Target } from '../target/target.ts'

/** Time that a program has to write its coverage after SIGTERM, in milliseconds. */
const coverageWithinMs = 20_000

/**
 * Prepares the recording of a run, so that it is not lost at its end.
 * @throws HarnessError `usage` if the file cannot be written, `config-fault` if coverage of Go cannot be read
 */
export async function prepareRecording(path: string, target: Target): Promise<void> {
  try {
    accessSync(dirname(path), constants.W_OK)
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new Error('it is a directory')
  } catch (thrown) {
    throw new HarnessError('usage', `--record-reach ${path} cannot be written (${messageOf(thrown)}).`, {
      cause: thrown,
    })
  }
  if (dialectOf(target).runtime === 'go') {
    const { coverageReader } = await import('../reach/go-coverage.ts')
    await coverageReader()
  }
}

/** Returns a target whose programs are not killed before they have written their coverage. */
export function withTimeForCoverage(target: Target): Target {
  const stopMs = Math.max(target.limits.stopMs, coverageWithinMs)
  return { ...target, limits: { ...target.limits, stopMs } }
}

/** Writes the code that each check of a finished run reached, and returns a sentence about the recording. */
export async function recordReach(
  path: string,
  outDir: string,
  events: readonly RunEvent[],
): Promise<string> {
  const { writeReach } = await import('../reach/record.ts')
  const { checks, files, unknown } = await writeReach(path, outDir, events)
  removeRecords(outDir)
  const unknownText =
    unknown === 0
      ? ''
      : ` What ${unknown} of them reach is not known, because they did not hold or a program of theirs left no coverage; they are assumed to reach everything.`
  return `Recorded in ${path}: ${checks} checks reach lines of ${files} files.${unknownText}\n`
}
