// Compares the time of a run with its minimum: the starts and refusals of the implementation that the run made,
// repeated without the harness, as many at once as there are cores. Both are measured in turns, because the speed of
// machines varies. `node dist/ci/bench/run-time.js [arguments of run]`; Linux only.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findTarget } from '#harness/target/find.ts'
import { type BareStart, bareStarts } from './bare-starts.ts'
import { median } from './median.ts'
import { type ProcessorTime, watchProcessorTime } from './processor-time.ts'
import { readRecordedStarts, writeRecorder } from './recorded-starts.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const cli = join(root, 'dist/bin/orch-conformance.js')
const argv = process.argv.slice(2)
const times = 3

// Child processes end with this process, however it ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const directory = mkdtempSync(join(tmpdir(), 'bench-'))
process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
const command = await commandOf(argv)
const records = join(directory, 'records')
mkdirSync(records)
await runOnce(['--program', `apiserver=${writeRecorder(records, command)}`])
const starts = readRecordedStarts(records)
const bareResults = await bareStarts(command, starts, records)
const usableStarts = bareResults.filter(({ outcome }) => outcome !== 'neither').map(({ start }) => start)
const measurements: RunMeasurement[] = []
while (measurements.length < times)
  measurements.push({ run: await runOnce(), bare: await bareStarts(command, usableStarts, records) })
process.stdout.write(reportText(measurements, starts.length - usableStarts.length))
process.exit(0)

interface RunMeasurement {
  readonly run: Run
  readonly bare: readonly BareStart[]
}

/**
 * Returns the report on the measurements.
 * @param peerDependentCount number of starts that never became ready without the peers of their run
 */
function reportText(measurements: readonly RunMeasurement[], peerDependentCount: number): string {
  const cores = availableParallelism()
  const minimumsMs = measurements.map(({ bare }) => minimumMs(bare, peerDependentCount) / cores)
  const ratios = measurements.map(({ run }, index) => run.wallMs / (minimumsMs[index] ?? 0))
  const startsWithOutcome = (outcome: BareStart['outcome']): readonly BareStart[] =>
    measurements.flatMap(({ bare }) => bare.filter((start) => start.outcome === outcome))
  const line = (outcome: BareStart['outcome'], what: string): string =>
    `${String(startsWithOutcome(outcome).length / times).padEnd(15)} ${what}, ${mean(startsWithOutcome(outcome)).toFixed(0)} ms each`
  const seconds = (ms: number): string => (ms / 1000).toFixed(2)
  const rangeText = (values: readonly number[], format: (value: number) => string): string =>
    `${format(median(values))}, median of ${values.map(format).join(', ')}`
  const secondsPerCore = (who: keyof ProcessorTime): string =>
    (median(measurements.map(({ run }) => run.processor[who])) / cores).toFixed(2)
  return [
    line('ready', 'starts became ready'),
    line('ended', 'starts ended: refusals and help'),
    `${String(peerDependentCount).padEnd(15)} starts need a peer of their run, and count as those that became ready`,
    `floor           ${rangeText(minimumsMs, seconds)} s on ${cores} cores`,
    `wall            ${rangeText(
      measurements.map(({ run }) => run.wallMs),
      seconds,
    )} s`,
    `wall / floor    ${rangeText(ratios, (ratio) => ratio.toFixed(2))}`,
    `wall / program  ${rangeText(
      measurements.map(({ run }) => run.wallMs / ((run.processor.implementation * 1_000) / cores)),
      (ratio) => ratio.toFixed(2),
    )}: what the implementation used in the run is all that a run without a harness would cost`,
    `processor       ${secondsPerCore('implementation')} s a core the implementation's in the run, ${secondsPerCore('harness')} s the harness's`,
    '',
  ].join('\n')
}

function minimumMs(bare: readonly BareStart[], peerDependentCount: number): number {
  const readyMs = mean(bare.filter(({ outcome }) => outcome === 'ready'))
  return bare.reduce((sum, { tookMs }) => sum + tookMs, peerDependentCount * readyMs)
}

function mean(starts: readonly BareStart[]): number {
  return starts.length === 0 ? 0 : starts.reduce((sum, { tookMs }) => sum + tookMs, 0) / starts.length
}

/** Returns the command of the API server that a run with these arguments would start. */
async function commandOf(args: readonly string[]): Promise<readonly string[]> {
  const value = (name: string): string | undefined =>
    args.includes(name) ? args[args.indexOf(name) + 1] : undefined
  const programs = args.flatMap((argument, index) => (args[index - 1] === '--program' ? [argument] : []))
  const target = await findTarget({
    target: value('--target') ?? 'reference',
    programs,
    references: { apiserver: join(root, 'dist/reference/orch-apiserver.js') },
  })
  return target.programs.apiserver?.command ?? []
}

interface Run {
  readonly wallMs: number
  readonly processor: ProcessorTime
}

async function runOnce(extraArguments: readonly string[] = []): Promise<Run> {
  const fromMs = performance.now()
  const run = spawn(
    process.execPath,
    [cli, 'run', '--out', join(directory, 'out'), ...argv, ...extraArguments],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let output = ''
  run.stderr.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-1_000)))
  const stop = (): boolean => run.kill()
  process.once('exit', stop)
  const processorTime = watchProcessorTime(run.pid ?? 0)
  const [status] = (await once(run, 'close')) as [number | null]
  process.off('exit', stop)
  if (status !== 0) process.stderr.write(`The run ended with ${status}: ${output}\n`)
  return { wallMs: performance.now() - fromMs, processor: processorTime() }
}
