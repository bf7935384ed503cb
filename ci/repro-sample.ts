// Runs one check of every suite file with `repro` and compares verdicts: `node dist/ci/repro-sample.js [--part I/N]`.
// First, a run tests the checks. Each check must have the same verdict in the folder of its reproduction, and again
// when the reproduction is repeated.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readFreshCollection } from '#harness/engine/collected.ts'
import type { RunEvent } from '#harness/events.ts'

const { values, positionals } = parseArgs({
  options: { part: { type: 'string', default: '1/1' }, only: { type: 'string' } },
  allowPositionals: true,
})
const [index = 1, of = 1] = values.part.split('/').map(Number)
const dist = dirname(dirname(fileURLToPath(import.meta.url)))
const entry = join(dist, 'bin', 'orch-conformance.js')
const folder = mkdtempSync(join(tmpdir(), 'repro-sample-'))

const collection = readFreshCollection(join(dist, 'suites')) ?? []
const checks = sampledChecks()
process.stdout.write(`${checks.length} suite files\n`)
writeFileSync(join(folder, 'checks.txt'), checks.join('\n'))

const runDirectory = join(folder, 'run')
runCommand('run', '--only', `@${join(folder, 'checks.txt')}`, '--out', runDirectory, ...positionals)
const verdicts = verdictsIn(runDirectory)
let differenceCount = 0
let lateCount = 0
for (const check of checks) {
  const reproFolder = join(folder, 'repro')
  rmSync(reproFolder, { recursive: true, force: true })
  const reproOutput = runCommand('repro', check, '--run', runDirectory, '--out', reproFolder)
  const verdictAlone = verdictsIn(join(reproFolder, 'result')).get(check)
  const rerunOutput = runCommand('repro', 'run', reproFolder)
  const verdictOfRerun = verdictsIn(join(reproFolder, 'result')).get(check)
  const verdictInRun = verdicts.get(check)
  const isSameVerdict =
    verdictInRun !== undefined && verdictInRun === verdictAlone && verdictInRun === verdictOfRerun
  // Inconclusive verdicts, caused by a slow machine, cannot be compared.
  const isLate = !isSameVerdict && [verdictInRun, verdictAlone, verdictOfRerun].includes('inconclusive')
  if (isLate) lateCount += 1
  else if (!isSameVerdict) differenceCount += 1
  process.stdout.write(
    `${isSameVerdict ? 'same' : isLate ? 'late' : 'DIFFERENT'}  ${check}: ${verdictInRun}, ${verdictAlone}, ${verdictOfRerun}\n`,
  )
  if (!isSameVerdict) process.stdout.write(`${reproOutput}${rerunOutput}`)
}
process.stdout.write(
  `${checks.length - differenceCount - lateCount} of ${checks.length} had the same verdict three times, ${lateCount} were inconclusive.\n`,
)
rmSync(folder, { recursive: true, force: true })
process.exitCode = differenceCount === 0 ? 0 : 1

/**
 * Returns the last check of each suite file that is not slow, or the last check if all are slow. The last check is
 * usually a refusal, which needs its control check.
 */
function sampledChecks(): string[] {
  const byModule = new Map<string, { readonly id: string; readonly isSlow: boolean }>()
  for (const { module, check, limitMs } of collection) {
    const isSlow = limitMs !== undefined
    if (
      check === undefined ||
      module.startsWith('doctor') ||
      (isSlow && byModule.get(module)?.isSlow === false)
    )
      continue
    byModule.set(module, { id: check.id, isSlow })
  }
  const sortedModules = [...byModule].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sortedModules.flatMap(([module, { id }], at) =>
    at % of === index - 1 && module.includes(values.only ?? '') ? [id] : [],
  )
}

function runCommand(...argv: readonly string[]): string {
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary, { recursive: true })
  const { stdout, stderr } = spawnSync(process.execPath, [entry, ...argv], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, TMPDIR: temporary },
  })
  return `${stdout}${stderr}`
}

function verdictsIn(directory: string): ReadonlyMap<string, string> {
  try {
    const lines = readFileSync(join(directory, 'events.jsonl'), 'utf8').trimEnd().split('\n')
    const events = lines.map((line) => JSON.parse(line) as RunEvent)
    return new Map(events.flatMap((event) => (event.type === 'check' ? [[event.id, event.verdict]] : [])))
  } catch {
    return new Map()
  }
}
