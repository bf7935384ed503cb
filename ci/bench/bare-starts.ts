import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { request } from 'node:https'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { rmSync } from 'node:fs'
import { startEtcd } from '#mocks/etcd/index.ts'
import { type RecordedStart, restoreFiles } from './recorded-starts.ts'

/** Result of one start that is repeated outside of a run. */
export interface BareStart {
  readonly start: RecordedStart
  readonly outcome: 'ready' | 'ended' | 'neither'
  readonly tookMs: number
}

// Time limit of a start: a program that needs a peer of its run may wait for the peer forever.
const patienceMs = 10_000
const pollMs = 10

/** Repeats the starts of a run, as many at once as there are cores, until each is ready or has ended. */
export async function bareStarts(
  command: readonly string[],
  starts: readonly RecordedStart[],
  directory: string,
): Promise<BareStart[]> {
  const removeRuns = (): void => {
    for (const runDirectory of new Set(starts.map(({ cwd }) => dirname(cwd))))
      rmSync(runDirectory, { recursive: true, force: true })
  }
  process.once('exit', removeRuns)
  const remainingStarts = [...starts]
  const finishedStarts: BareStart[] = []
  const runRemainingStarts = async (): Promise<void> => {
    for (let start = remainingStarts.pop(); start !== undefined; start = remainingStarts.pop())
      finishedStarts.push(await bareStart(command, start, directory))
  }
  await Promise.all(Array.from({ length: availableParallelism() }, runRemainingStarts))
  process.off('exit', removeRuns)
  removeRuns()
  return finishedStarts
}

async function bareStart(
  command: readonly string[],
  start: RecordedStart,
  directory: string,
): Promise<BareStart> {
  const removeFiles = restoreFiles(start, directory)
  const etcd = await startEtcd()
  // The stores of the run no longer exist. Starts that use a store over TLS, or several stores, run without a store.
  const args = start.args.map((argument) =>
    argument.replace(/^--etcd-servers=http:\/\/127\.0\.0\.1:\d+$/, `--etcd-servers=${etcd.url}`),
  )
  const [file = '', ...leadingArguments] = command
  const fromMs = performance.now()
  const child = spawn(file, [...leadingArguments, ...args], {
    cwd: start.cwd,
    env: { PATH: process.env.PATH, HOME: start.cwd, TMPDIR: start.cwd },
    stdio: 'ignore',
  })
  const kill = (): boolean => child.kill('SIGKILL')
  process.once('exit', kill)
  const outcome = await outcomeOf(child, portOf(args), fromMs + patienceMs)
  const tookMs = performance.now() - fromMs
  if (child.exitCode === null && child.signalCode === null) {
    kill()
    await once(child, 'exit')
  }
  process.off('exit', kill)
  await etcd.stop()
  removeFiles()
  return { start, outcome, tookMs }
}

async function outcomeOf(
  child: ChildProcess,
  port: number | undefined,
  untilMs: number,
): Promise<BareStart['outcome']> {
  const exitEvent = once(child, 'exit')
  while (performance.now() < untilMs) {
    if (child.exitCode !== null || child.signalCode !== null) return 'ended'
    if (port !== undefined && (await isAnswering(port))) return 'ready'
    await Promise.race([sleep(pollMs), exitEvent])
  }
  return 'neither'
}

/** Returns the port of the server. Starts that are expected to fail may have an invalid port. */
function portOf(args: readonly string[]): number | undefined {
  const portValue = args.find((argument) => argument.startsWith('--secure-port='))?.split('=')[1]
  const port = Number(portValue)
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined
}

/** Reports whether a server responds that it is ready, or that it does not answer anonymous requests. */
function isAnswering(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const outgoing = request(
      { host: '127.0.0.1', port, path: '/readyz', rejectUnauthorized: false, agent: false },
      ({ statusCode = 500 }) => {
        outgoing.destroy()
        resolve(statusCode < 500)
      },
    )
    outgoing.once('error', () => resolve(false))
    outgoing.end()
  })
}
