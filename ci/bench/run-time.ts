// How long a run takes beside its floor: the implementation's own starts and refusals, divided over the cores.
// `node dist/ci/bench/run-time.js [arguments of run]`
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Launch, RunEvent } from '#harness/events.ts'
import { file, type Flags } from '#harness/launch/flags.ts'
import { attemptStart } from '#harness/launch/start.ts'
import { findTarget } from '#harness/target/find.ts'
import { startEtcd } from '#mocks/etcd/index.ts'
import { median } from './median.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const cli = join(root, 'dist/bin/orch-conformance.js')
const argv = process.argv.slice(2)
const times = 3

const outDir = mkdtempSync(join(tmpdir(), 'bench-'))
try {
  const walls = Array.from({ length: times }, () => runOnce())
  const launches = launchesOf(outDir)
  const ready = median(await bareStarts({}))
  const refused = median(
    await bareStarts({ '--authentication-config': file('authentication.yaml', 'kind: Nothing') }),
  )
  const count = (outcome: Launch['outcome']): number =>
    launches.filter((launch) => launch.outcome === outcome).length
  const bare = count('ready') * ready + (count('refused') + count('ran')) * refused
  const floor = bare / availableParallelism()
  const wall = median(walls)
  process.stdout.write(
    [
      `starts          ${count('ready')} at ${ready.toFixed(0)} ms bare`,
      `refusals        ${count('refused')} at ${refused.toFixed(0)} ms bare, ${count('ran')} other runs counted alike`,
      `floor           ${(floor / 1000).toFixed(2)} s on ${availableParallelism()} cores`,
      `wall            ${(wall / 1000).toFixed(2)} s, median of ${times} (${walls.map((ms) => (ms / 1000).toFixed(2)).join(', ')})`,
      `wall / floor    ${(wall / floor).toFixed(2)}`,
      '',
    ].join('\n'),
  )
} finally {
  rmSync(outDir, { recursive: true, force: true })
}
process.exit(0)

function runOnce(): number {
  const fromMs = performance.now()
  const { status, stderr } = spawnSync(process.execPath, [cli, 'run', '--out', outDir, ...argv], {
    encoding: 'utf8',
  })
  if (status !== 0) process.stderr.write(`The run ended with ${status}: ${stderr.slice(-1_000)}\n`)
  return performance.now() - fromMs
}

function launchesOf(out: string): Launch[] {
  const lines = readFileSync(join(out, 'events.jsonl'), 'utf8').trimEnd().split('\n')
  const events = lines.map((line) => JSON.parse(line) as RunEvent)
  return events.flatMap((event) => (event.type === 'check' ? event.launches : []))
}

/** Starts the implementation alone, some times in a row, until it is ready or has refused. */
async function bareStarts(flags: Flags): Promise<number[]> {
  const value = (name: string): string | undefined => argv[argv.indexOf(name) + 1]
  const programs = argv.flatMap((argument, index) => (argv[index - 1] === '--program' ? [argument] : []))
  const target = findTarget({
    target: argv.includes('--target') ? (value('--target') ?? '') : 'reference',
    programs,
    reference: join(root, 'dist/reference/orch-apiserver.js'),
  })
  const settings = { target, outDir, seed: 1, startsAtOnce: 1, thorough: false, run: { tool: '', argv } }
  const took: number[] = []
  for (let time = 0; time < times + 2; time++) {
    const etcd = await startEtcd()
    const fromMs = performance.now()
    const attempt = await attemptStart({ settings, storage: etcd.url, flags }, target.limits.readyMs)
    took.push(performance.now() - fromMs)
    await attempt.server.stop()
    await etcd.stop()
  }
  return took
}
