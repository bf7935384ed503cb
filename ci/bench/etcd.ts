// Compares the mock etcd with a real etcd, each in a separate process, through the same client. `node
// dist/ci/bench/etcd.js [path of etcd]`
import { fork, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#harness/launch/free-port.ts'
import { startEtcd } from '#mocks/etcd/index.ts'
import * as rpc from '#protos/etcd/rpc_pb.ts'
import { grpcClient } from '#mocks/grpc/client.ts'
import { median } from './median.ts'

// Number of rounds. Rounds alternate between the two implementations, so that a busy machine slows both.
const rounds = 5
const roundMs = 600
const value = Buffer.alloc(1024, 'v')
// The serving child sends its address in its first message.
const serveArgument = '--serve'

interface Store {
  readonly host: string
  stop(): void
}

if (process.argv[2] === serveArgument) {
  const etcd = await startEtcd()
  process.send?.(new URL(etcd.url).host)
} else {
  const program = [process.argv[2], process.env.ETCD, '/usr/bin/etcd'].find(
    (path) => path && existsSync(path),
  )
  if (program === undefined) {
    process.stderr.write('There is no etcd to compare with: give its path as the first argument.\n')
    process.exit(2)
  }
  const stores = await Promise.all([startMock(), startReal(program)])
  try {
    await compare(stores.map(({ host }) => workloadsOf(host)))
  } finally {
    for (const store of stores) store.stop()
  }
  process.exit(0)
}

async function compare([mock, real]: Record<string, () => Promise<unknown>>[]): Promise<void> {
  const line = (...cells: string[]) =>
    process.stdout.write(`${cells.map((cell) => cell.padEnd(16)).join('')}\n`)
  line('per second', 'mock', 'etcd', 'mock / etcd')
  for (const [name, operation] of Object.entries(mock ?? {})) {
    const rates: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      rates[0].push(await callsPerSecond(operation))
      rates[1].push(await callsPerSecond(real?.[name] ?? operation))
    }
    const [mockRate, realRate] = [median(rates[0]), median(rates[1])]
    line(name, mockRate.toFixed(0), realRate.toFixed(0), (mockRate / realRate).toFixed(2))
  }
}

async function callsPerSecond(operation: () => Promise<unknown>): Promise<number> {
  const fromMs = performance.now()
  let callCount = 0
  while (performance.now() - fromMs < roundMs) {
    const result = await operation()
    callCount += typeof result === 'number' ? result : 1
  }
  return (callCount / (performance.now() - fromMs)) * 1000
}

/**
 * Returns the operations of an API server on its store. Each operation returns its number of requests if it sends more
 * than one.
 */
function workloadsOf(host: string): Record<string, () => Promise<unknown>> {
  const kv = grpcClient(rpc.KV, host)
  const stream = grpcClient(rpc.Watch, host).watch()
  let count = 0
  let resume = () => {}
  stream.onMessage(({ events }) => {
    count += events.length
    resume()
  })
  const watchedRange = { key: Buffer.from('/watched/'), rangeEnd: Buffer.from('/watched0') }
  stream.send({ requestUnion: { case: 'createRequest', value: watchedRange } })

  let nextKey = 0
  const putNext = (prefix: string) => kv.put({ key: Buffer.from(`${prefix}${nextKey++ % 1000}`), value })
  const runConcurrently = async (operation: () => Promise<unknown>) => {
    await Promise.all(Array.from({ length: 16 }, operation))
    return 16
  }
  const modRevision = rpc.Compare_CompareTarget.MOD
  const create = () => {
    const key = Buffer.from(`/created/${nextKey++}`)
    return kv.txn({
      compare: [{ target: modRevision, key, targetUnion: { case: 'modRevision', value: 0n } }],
      success: [{ request: { case: 'requestPut', value: { key, value } } }],
    })
  }
  let listing: Promise<unknown> | undefined
  const list = async () => {
    listing ??= Promise.all(
      Array.from({ length: 500 }, (_, i) => kv.put({ key: Buffer.from(`/list/${1000 + i}`), value })),
    )
    await listing
    return kv.range({ key: Buffer.from('/list/'), rangeEnd: Buffer.from('/list0') })
  }
  return {
    put: () => putNext('/keys/'),
    'put, 16 at once': () => runConcurrently(() => putNext('/keys/')),
    get: () => kv.range({ key: Buffer.from('/keys/1') }),
    'get, 16 at once': () => runConcurrently(() => kv.range({ key: Buffer.from('/keys/1') })),
    'create, 16': () => runConcurrently(create),
    'list of 500': async () => void (await list()),
    'put to event, 16': async () => {
      const endCount = count + 16
      await runConcurrently(() => putNext('/watched/'))
      while (count < endCount) {
        await new Promise<void>((resolve) => {
          resume = resolve
        })
      }
      return 16
    },
  }
}

async function startMock(): Promise<Store> {
  const child = fork(fileURLToPath(import.meta.url), [serveArgument])
  const host = await new Promise<string>((resolve) =>
    child.once('message', (output) => resolve(output as string)),
  )
  return { host, stop: () => child.kill() }
}

async function startReal(program: string): Promise<Store> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'))
  const [clientPort, peerPort] = await Promise.all([freePort(), freePort()])
  const [url, peerUrl] = [`http://127.0.0.1:${clientPort}`, `http://127.0.0.1:${peerPort}`]
  const child = spawn(
    program,
    [
      `--data-dir=${directory}`,
      `--listen-client-urls=${url}`,
      `--advertise-client-urls=${url}`,
      `--listen-peer-urls=${peerUrl}`,
      `--initial-advertise-peer-urls=${peerUrl}`,
      `--initial-cluster=default=${peerUrl}`,
    ],
    { stdio: 'ignore' },
  )
  const isHealthy = () =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isHealthy())) await sleep(20)
  const stop = () => {
    child.kill('SIGKILL')
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  }
  return { host: new URL(url).host, stop }
}
