import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JournalEntry, StandAlonePeer } from '#harness/peer.ts'
import { standAlone as etcd } from '../etcd/stand-alone.ts'
import { KV } from '#protos/etcd/rpc_pb.ts'
import { standAlone as signer } from '../jwt-signer/stand-alone.ts'
import { ExternalJWTSigner } from '#protos/jwt-signer_pb.ts'
import { standAlone as kms } from '../kms-plugin/stand-alone.ts'
import { KeyManagementService } from '#protos/kms/v2_pb.ts'
import { standAlone as otlp } from '../otlp-collector/stand-alone.ts'
import { TraceService } from '#protos/otlp_pb.ts'
import { grpcClient } from './client.ts'

interface Case {
  readonly peer: StandAlonePeer
  /** Script that rejects the request of `send`. */
  readonly script: string
  readonly flags: object
  /** Sends a request over a real connection, then closes it. */
  send(address: string): Promise<unknown>
  readonly what: string
}

async function callOnce<C extends { close(): void }>(client: C, call: (client: C) => Promise<unknown>) {
  try {
    return await call(client)
  } finally {
    client.close()
  }
}

const cases: Readonly<Record<string, Case>> = {
  etcd: {
    peer: etcd,
    script: `({ where, under, fail }) => ({ range: where(under('/a'), fail('ABORTED')) })`,
    flags: { '--etcd-servers': expect.stringMatching(/^http:/) },
    send: (address) =>
      callOnce(grpcClient(KV, address), (client) => client.range({ key: Buffer.from('/a') })),
    what: 'Range /a',
  },
  'kms-plugin': {
    peer: kms,
    script: `({ fail }) => ({ status: fail('ABORTED') })`,
    flags: { '--encryption-provider-config': { content: { kind: 'EncryptionConfiguration' } } },
    send: (address) => callOnce(grpcClient(KeyManagementService, address), (client) => client.status({})),
    what: 'v2 Status',
  },
  'otlp-collector': {
    peer: otlp,
    script: `({ fail }) => ({ export: fail('ABORTED') })`,
    flags: { '--tracing-config-file': { content: { kind: 'TracingConfiguration' } } },
    send: (address) => callOnce(grpcClient(TraceService, address), (client) => client.export({})),
    what: 'Export 0 spans: ',
  },
  'jwt-signer': {
    peer: signer,
    script: `({ fail }) => ({ metadata: fail('ABORTED') })`,
    flags: { '--service-account-signing-endpoint': { path: expect.stringMatching(/signer\.sock$/) } },
    send: (address) => callOnce(grpcClient(ExternalJWTSigner, address), (client) => client.metadata({})),
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
  'a stand-alone %s reports its requests and returns its flags',
  async (name, testCase) => {
    const runningPeer = await testCase.peer.start({ directory, port: 0 })
    await using _ = runningPeer.peer
    const requests: JournalEntry[] = []
    runningPeer.onAsked((request) => requests.push(request))
    const journal: JournalEntry[] = []
    runningPeer.onAnswered((request) => journal.push(request))
    await testCase.send(addressOf(runningPeer.peer.url))

    expect(journal.map(({ what, answer }) => [what, answer])).toEqual([[testCase.what, 'OK']])
    expect(testCase.peer.name).toBe(name)
    expect(requests.map(({ what }) => what)).toEqual([testCase.what])
    expect(runningPeer.flags).toMatchObject(testCase.flags)
  },
)

test.each(Object.entries(cases))('a stand-alone %s responds as scripted', async (_, testCase) => {
  const script = join(directory, 'script.mjs')
  await writeFile(script, `export default ${testCase.script}\n`)
  const runningPeer = await testCase.peer.start({ directory, port: 0, script })
  await using _peer = runningPeer.peer

  await expect(testCase.send(addressOf(runningPeer.peer.url))).rejects.toMatchObject({ code: 10 })
})

test('a script with handlers for HTTP is rejected', async () => {
  const script = join(directory, 'script.mjs')
  await writeFile(script, 'export default { handlers: [1] }\n')

  await expect(etcd.start({ directory, port: 0, script })).rejects.toThrow('takes no msw handlers')
})
