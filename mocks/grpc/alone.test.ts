import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Seen, StandAlonePeer } from '#harness/peer.ts'
import { alone as etcd } from '../etcd/alone.ts'
import { KV } from '../etcd/generated/rpc_pb.ts'
import { alone as signer } from '../jwt-signer/alone.ts'
import { ExternalJWTSigner } from '../jwt-signer/generated/signer_pb.ts'
import { alone as kms } from '../kms-plugin/alone.ts'
import { KeyManagementService } from '../kms-plugin/generated/kms_v2_pb.ts'
import { alone as otlp } from '../otlp-collector/alone.ts'
import { TraceService } from '../otlp-collector/generated/otlp_pb.ts'
import { grpcClient } from './client.ts'

interface Case {
  readonly peer: StandAlonePeer
  /** A script that refuses what `ask` asks. */
  readonly script: string
  readonly snippet: RegExp
  /** Asks over a real connection, then closes it. */
  ask(address: string): Promise<unknown>
  readonly what: string
}

async function once<C extends { close(): void }>(client: C, ask: (client: C) => Promise<unknown>) {
  try {
    return await ask(client)
  } finally {
    client.close()
  }
}

const cases: Readonly<Record<string, Case>> = {
  etcd: {
    peer: etcd,
    script: `({ where, under, fail }) => ({ range: where(under('/a'), fail('ABORTED')) })`,
    snippet: /--etcd-servers=http:/,
    ask: (address) => once(grpcClient(KV, address), (client) => client.range({ key: Buffer.from('/a') })),
    what: 'Range /a',
  },
  kms: {
    peer: kms,
    script: `({ fail }) => ({ status: fail('ABORTED') })`,
    snippet: /endpoint: unix:\/\//,
    ask: (address) => once(grpcClient(KeyManagementService, address), (client) => client.status({})),
    what: 'v2 Status',
  },
  otlp: {
    peer: otlp,
    script: `({ fail }) => ({ export: fail('ABORTED') })`,
    snippet: /kind: TracingConfiguration/,
    ask: (address) => once(grpcClient(TraceService, address), (client) => client.export({})),
    what: 'Export 0 spans: ',
  },
  'jwt-signer': {
    peer: signer,
    script: `({ fail }) => ({ metadata: fail('ABORTED') })`,
    snippet: /--service-account-signing-endpoint=\//,
    ask: (address) => once(grpcClient(ExternalJWTSigner, address), (client) => client.metadata({})),
    what: 'Metadata',
  },
}

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'orch-alone-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const addressOf = (url: string) => (url.startsWith('unix:') ? url : new URL(url).host)

test.each(Object.entries(cases))(
  '%s runs alone, shows what it is asked and prints how to use it',
  async (name, one) => {
    const running = await one.peer.start({ directory, port: 0 })
    await using _ = running.peer
    const asked: Seen[] = []
    running.onAsked((seen) => asked.push(seen))
    await one.ask(addressOf(running.peer.url))

    expect(one.peer.name).toBe(name)
    expect(asked.map(({ what }) => what)).toEqual([one.what])
    expect(running.snippet).toMatch(one.snippet)
  },
)

test.each(Object.entries(cases))('%s says what a script tells it', async (_, one) => {
  const script = join(directory, 'script.mjs')
  await writeFile(script, `export default ${one.script}\n`)
  const running = await one.peer.start({ directory, port: 0, script })
  await using _peer = running.peer

  await expect(one.ask(addressOf(running.peer.url))).rejects.toMatchObject({ code: 10 })
})
