import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { HarnessError } from '../errors.ts'
import type { CheckEvent, RunEvent } from '../events.ts'
import { readUses, recordsOfStarts, type ReachUse } from '../launch/reach/uses.ts'
import { fineVerdicts } from '../verdict.ts'
import { addGoCoverage, coverageReader, isGoCoverage } from './go-coverage.ts'
import { formatRanges } from './ranges.ts'
import type { ReachFile } from './schema.ts'
import { ReachTable } from './table.ts'
import { isV8Coverage, V8Coverage } from './v8-coverage.ts'

/** Numbers of a finished recording. */
export interface RecordingSummary {
  readonly checks: number
  readonly files: number
  /** Number of checks whose reach is not known. */
  readonly unknown: number
}

/**
 * Writes the lines that each check of a finished run reached.
 * @throws HarnessError `config-fault` if no program left a record
 */
export async function writeReach(
  path: string,
  outDir: string,
  events: readonly RunEvent[],
): Promise<RecordingSummary> {
  const [header] = events
  if (header?.type !== 'header') throw new HarnessError('harness-fault', 'The run has no header.')
  const folder = recordsOfStarts(outDir)
  const starts = existsSync(folder) ? readdirSync(folder) : []
  const { table, recorded } = await readStarts(folder, starts)
  if (table.isEmpty)
    throw new HarnessError(
      'config-fault',
      `No program left coverage. Build Go programs with \`go build -cover -coverpkg=…\`; programs of Node write it by themselves. A wrapper has to pass the variables GOCOVERDIR and NODE_V8_COVERAGE, and SIGTERM, to the program. Without coverage, write the file by hand (docs/your-implementation.md).`,
    )
  const checks = events.filter((event) => event.type === 'check')
  const uses = usesByCheck(readUses(outDir))
  const unknown = checks.flatMap((check, index) =>
    isKnown(check, uses.get(check.id) ?? new Set(), recorded) ? [] : [index],
  )
  const file: ReachFile = {
    schemaVersion: 1,
    recorded: {
      at: header.startedAt,
      tool: header.tool.version,
      target: header.target.name,
      suites: header.suiteDigest,
    },
    checks: checks.map(({ id, durationMs }) => [id, Math.round(durationMs)]),
    unknown: formatRanges(unknown),
    ...table.written(
      starts.map((start) => checks.flatMap(({ id }, at) => (uses.get(id)?.has(start) ? [at] : []))),
    ),
  }
  writeFileSync(path, `${JSON.stringify(file)}\n`)
  return { checks: checks.length, files: Object.keys(file.files).length, unknown: unknown.length }
}

/** Reads the records of all starts; `recorded` has the starts that left a record. */
async function readStarts(
  folder: string,
  starts: readonly string[],
): Promise<{ readonly table: ReachTable; readonly recorded: ReadonlySet<string> }> {
  const table = new ReachTable(starts.length)
  const recorded = new Set<string>()
  const v8 = new V8Coverage()
  let reader: Promise<string> | undefined
  const readStart = async (start: string, index: number): Promise<void> => {
    const path = join(folder, start)
    const names = readdirSync(path)
    if (names.some(isGoCoverage)) await addGoCoverage(await (reader ??= coverageReader()), path, index, table)
    for (const name of names.filter(isV8Coverage)) v8.add(join(path, name), index, table)
    if (names.some((name) => isGoCoverage(name) || isV8Coverage(name))) recorded.add(start)
  }
  const queue = starts.entries()
  // All readers take from one queue.
  const readers = Array.from({ length: availableParallelism() }, async () => {
    for (const [index, start] of queue) await readStart(start, index)
  })
  await Promise.all(readers)
  return { table, recorded }
}

function usesByCheck(uses: readonly ReachUse[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byCheck = new Map<string, Set<string>>()
  for (const { check, starts } of uses) {
    const checkStarts = byCheck.get(check) ?? new Set()
    for (const start of starts) checkStarts.add(start)
    byCheck.set(check, checkStarts)
  }
  return byCheck
}

/**
 * Reports whether the records show all that a check reaches. A program that was killed leaves no record, and a check
 * that failed may not have reached all of its code.
 */
function isKnown(
  { verdict }: CheckEvent,
  starts: ReadonlySet<string>,
  recorded: ReadonlySet<string>,
): boolean {
  if (!fineVerdicts.has(verdict)) return false
  if (verdict === 'not-applicable') return true
  return starts.size > 0 && [...starts].every((start) => recorded.has(start))
}
