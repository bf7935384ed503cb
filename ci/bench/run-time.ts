// How long a run takes beside its floor: the implementation's own starts and refusals, divided over the cores.
// `node dist/ci/bench/run-time.js [arguments of run]`
import { spawn } from 'node:child_process'
import { once } from 'node:events'
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
import { type ProcessorTime, watchProcessorTime } from './processor-time.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const cli = join(root, 'dist/bin/orch-conformance.js')
const argv = process.argv.slice(2)
const times = 3

const outDir = mkdtempSync(join(tmpdir(), 'bench-'))
try {
  const runs: Measured[] = []
  while (runs.length < times) runs.push(await runOnce())
  const launches = launchesOf(outDir)
  const ready = median(await bareStarts({}))
  const refused = median(
    await bareStarts({ '--authentication-config': file('authentication.yaml', 'kind: Nothing') }),
  )
  const count = (outcome: Launch['outcome']): number =>
    launches.filter((launch) => launch.outcome === outcome).length
  const bare = count('ready') * ready + (count('refused') + count('ran')) * refused
  const floor = bare / availableParallelism()
  const wall = median(runs.map(({ wallMs }) => wallMs))
  const own = median(runs.map(({ processor }) => processor.implementation)) / availableParallelism()
  const ours = median(runs.map(({ processor }) => processor.harness)) / availableParallelism()
  process.stdout.write(
    [
      `starts          ${count('ready')} at ${ready.toFixed(0)} ms bare`,
      `refusals        ${count('refused')} at ${refused.toFixed(0)} ms bare, ${count('ran')} other runs counted alike`,
      `floor           ${(floor / 1000).toFixed(2)} s on ${availableParallelism()} cores`,
      `wall            ${(wall / 1000).toFixed(2)} s, median of ${times} (${runs.map(({ wallMs }) => (wallMs / 1000).toFixed(2)).join(', ')})`,
      `processor       ${own.toFixed(2)} s a core the implementation's, ${ours.toFixed(2)} s the harness's`,
      `wall / floor    ${(wall / floor).toFixed(2)}`,
      `wall / own      ${(wall / 1000 / own).toFixed(2)}, beside the processor time of the implementation as it was really started and asked`,
      '',
    ].join('\n'),
  )
} finally {
  rmSync(outDir, { recursive: true, force: true })
}
process.exit(0)

interface Measured {
  readonly wallMs: number
  readonly processor: ProcessorTime
}

async function runOnce(): Promise<Measured> {
  const fromMs = performance.now()
  const run = spawn(process.execPath, [cli, 'run', '--out', outDir, ...argv], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  run.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-1_000)))
  const processorTime = watchProcessorTime(run.pid ?? 0)
  const [status] = (await once(run, 'close')) as [number | null]
  if (status !== 0) process.stderr.write(`The run ended with ${status}: ${said}\n`)
  return { wallMs: performance.now() - fromMs, processor: processorTime() }
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
