import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../engine/engine.ts'
import { HarnessError } from '../errors.ts'
import { readRecordedReach } from '../launch/reach/mutant-reach.ts'
import { fineVerdicts } from '../verdict.ts'
import type { MutantList } from './list.ts'
import { writeReached, readReached, type MutantReach } from './reach.ts'
import { type Bench, judgeOnBench } from './run-checks.ts'

/** The mutants to record, and the recordings that may be used in place of a run. */
export interface Recording {
  readonly list: MutantList
  /** Identifies the list of mutants, the suites and the checks. */
  readonly recordingId: string
  readonly outDir: string
  /** A recording of this or an earlier build, which is used instead of a run. */
  readonly recordingPath?: string
}

/** The name of a recording in the output directory. */
export const reachedName = 'reached.json.gz'

/** Returns the checks that reach each mutant, from an earlier recording or from a run without an active mutant. */
export async function reachedBy(
  bench: Bench,
  { list, recordingId, outDir, recordingPath }: Recording,
  start: () => Promise<Engine>,
): Promise<MutantReach> {
  const path = join(outDir, reachedName)
  if (existsSync(path)) {
    const storedReach = readReached(path, list.mutants)
    if (storedReach.recordingId === recordingId) return storedReach
  }
  if (recordingPath !== undefined) return readReached(recordingPath, list.mutants)
  const runDir = join(outDir, 'recording')
  const settings = { ...bench.settings, outDir: runDir, mutantReach: true, evidence: 'red' } as const
  const checkIds = bench.plan.checks.map(({ id }) => id)
  process.stderr.write(
    `${checkIds.length} checks run without a mutant, to note which mutants each one reaches.\n`,
  )
  const { events } = await judgeOnBench(
    { ...bench, settings },
    { engine: await start(), checks: checkIds, continues: true },
  )
  const passingEvents = events.filter(({ verdict }) => fineVerdicts.has(verdict))
  const { uses, starts } = readRecordedReach(runDir)
  if (passingEvents.length === 0)
    throw new HarnessError(
      'config-fault',
      'No check holds on the build without a mutant, so none can judge one.',
    )
  for (const { id, verdict, reason = '' } of events)
    if (!fineVerdicts.has(verdict))
      process.stderr.write(`Left out, as it does not hold without a mutant: ${id} (${verdict}: ${reason})\n`)
  if ([...starts.values()].every((ids) => ids.length === 0)) {
    throw new HarnessError(
      'config-fault',
      `No program noted a mutant that it reached in the file that ${bench.settings.target.mutants?.reached} names. See docs/mutants.md.`,
    )
  }
  const durations = new Map(passingEvents.map(({ id, durationMs }) => [id, durationMs]))
  writeReached(path, { of: recordingId, mutants: list.mutants, durations, uses, starts })
  rmSync(runDir, { recursive: true, force: true })
  return readReached(path, list.mutants)
}
