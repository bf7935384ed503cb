import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#harness/launch/free-port.ts'
import { startEtcd } from './index.ts'
import { type Clients, close, comparableResponse, connect } from './testing/clients.ts'
import { keyScenarios } from './testing/scenarios.ts'
import { watchScenarios } from './testing/watch-scenarios.ts'

// A real etcd receives the same requests and is the standard of comparison.
const program = [process.env.ETCD, '/opt/k8s/bin/etcd', '/usr/bin/etcd'].find(
  (path) => path && existsSync(path),
)
// Long enough for a single member to become leader, which takes one election timeout (a second).
const leaderWithinMs = 20_000

interface Store {
  readonly host: string
  stop(): Promise<void>
}

async function startReal(): Promise<Store> {
  const directory = await mkdtemp(join(tmpdir(), 'etcd-'))
  const [clientPort, peerPort] = await Promise.all([freePort(), freePort()])
  const [url, peerUrl] = [`http://127.0.0.1:${clientPort}`, `http://127.0.0.1:${peerPort}`]
  const child: ChildProcess = spawn(
    program as string,
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
  const giveUpAtMs = performance.now() + leaderWithinMs
  while (!(await isHealthy()) && performance.now() < giveUpAtMs) await delay(20)
  return {
    host: new URL(url).host,
    stop: async () => {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function startMock(): Promise<Store> {
  const etcd = await startEtcd()
  return { host: new URL(etcd.url).host, stop: () => etcd.stop() }
}

describe.skipIf(program === undefined)('the mock responds like a real etcd (requires ETCD=path)', () => {
  const startedStores: Store[] = []
  let realClients: Clients
  let mock: Clients

  beforeAll(async () => {
    startedStores.push(...(await Promise.all([startReal(), startMock()])))
    const [firstClients, secondClients] = startedStores.map(({ host }) => connect(host)) as [Clients, Clients]
    realClients = firstClients
    mock = secondClients
  })
  afterAll(async () => {
    for (const clients of [realClients, mock]) close(clients)
    await Promise.all(startedStores.map((store) => store.stop()))
  })

  // Sequential: each scenario starts at the revision of the previous scenario.
  test.each(Object.entries({ ...keyScenarios, ...watchScenarios }))('%s', async (_, scenario) => {
    const expected = comparableResponse(await scenario(realClients))

    expect(comparableResponse(await scenario(mock))).toEqual(expected)
  })
})
