// Runs one check of every suite file with `repro` and compares verdicts: `node dist/ci/repro-sample.js [--part I/N]`. A
// run judges them first. Each must have the same verdict in a separate folder, and again when that folder is run.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { savedCollected } from '#harness/engine/collected.ts'
import type { RunEvent } from '#harness/events.ts'

const { values, positionals } = parseArgs({
  options: { part: { type: 'string', default: '1/1' }, only: { type: 'string' } },
  allowPositionals: true,
})
const [index = 1, of = 1] = values.part.split('/').map(Number)
const dist = dirname(dirname(fileURLToPath(import.meta.url)))
const entry = join(dist, 'bin', 'orch-conformance.js')
const folder = mkdtempSync(join(tmpdir(), 'repro-sample-'))

const collected = savedCollected(join(dist, 'suites')) ?? []
const checks = chosen()
process.stdout.write(`${checks.length} suite files\n`)
writeFileSync(join(folder, 'checks.txt'), checks.join('\n'))

const run = join(folder, 'run')
command('run', '--only', `@${join(folder, 'checks.txt')}`, '--out', run, ...positionals)
const verdicts = verdictsIn(run)
let different = 0
let late = 0
for (const check of checks) {
  const out = join(folder, 'repro')
  rmSync(out, { recursive: true, force: true })
  const written = command('repro', check, '--run', run, '--out', out)
  const alone = verdictsIn(join(out, 'result')).get(check)
  const again = command('repro', 'run', out)
  const second = verdictsIn(join(out, 'result')).get(check)
  const before = verdicts.get(check)
  const same = before !== undefined && before === alone && before === second
  // Without a verdict because of a late machine, nothing can be compared.
  const isLate = !same && [before, alone, second].includes('inconclusive')
  if (isLate) late += 1
  else if (!same) different += 1
  process.stdout.write(
    `${same ? 'same' : isLate ? 'late' : 'DIFFERENT'}  ${check}: ${before}, ${alone}, ${second}\n`,
  )
  if (!same) process.stdout.write(`${written}${again}`)
}
process.stdout.write(
  `${checks.length - different - late} of ${checks.length} came to the same three times, ${late} were inconclusive.\n`,
)
rmSync(folder, { recursive: true, force: true })
process.exitCode = different === 0 ? 0 : 1

/** Returns the last check of each suite file, usually a refusal that needs its twin; a slow one if all are slow. */
function chosen(): string[] {
  const byModule = new Map<string, { readonly id: string; readonly isSlow: boolean }>()
  for (const { module, check, limitMs } of collected) {
    const isSlow = limitMs !== undefined
    if (
      check === undefined ||
      module.startsWith('doctor') ||
      (isSlow && byModule.get(module)?.isSlow === false)
    )
      continue
    byModule.set(module, { id: check.id, isSlow })
  }
  const all = [...byModule].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return all.flatMap(([module, { id }], at) =>
    at % of === index - 1 && module.includes(values.only ?? '') ? [id] : [],
  )
}

function command(...argv: readonly string[]): string {
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
