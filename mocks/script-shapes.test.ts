import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stringify } from 'yaml'
import type { StandAlonePeer } from '#harness/peer.ts'
import { KeyManagementService } from '#protos/kms/v2_pb.ts'
import { standAlone as admission } from './admission-webhook/stand-alone.ts'
import { standAlone as apiServer } from './api-server/stand-alone.ts'
import { standAlone as runtime } from './container-runtime/stand-alone.ts'
import { standAlone as etcd } from './etcd/stand-alone.ts'
import { grpcClient } from './grpc/index.ts'
import { standAlone as images } from './image-policy/stand-alone.ts'
import { standAlone as signer } from './jwt-signer/stand-alone.ts'
import { startKmsPlugin } from './kms-plugin/index.ts'
import { standAlone as kms } from './kms-plugin/stand-alone.ts'
import { standAlone as issuer } from './oidc-issuer/stand-alone.ts'
import { standAlone as collector } from './otlp-collector/stand-alone.ts'
import { standAlone as tokens } from './token-webhook/stand-alone.ts'
import { standAlone as authorizer } from './webhook-authorizer/stand-alone.ts'

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'shapes-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

async function startPeer(peer: StandAlonePeer) {
  const runningPeer = await peer.start({ directory, port: 0 })
  const setScript = (rule: object) => runningPeer.control?.script(stringify({ rules: [rule] }))
  return { running: runningPeer, script: setScript, [Symbol.asyncDispose]: () => runningPeer.peer.stop() }
}

test.for<[string, StandAlonePeer, object, RegExp]>([
  [
    'kms-plugin',
    kms,
    { on: 'encrypt', merge: { key_id: '' } },
    /rules\[0\]\.merge\.key_id: .*EncryptResponse.*Did you mean keyId\?/,
  ],
  [
    'kms-plugin (every response)',
    kms,
    { merge: { nonsense: 1 } },
    /merge\.nonsense: .* has no field nonsense/,
  ],
  [
    'kms-plugin (wrong type)',
    kms,
    { on: 'encrypt', merge: { ciphertext: 5 } },
    /merge\.ciphertext: the field takes/,
  ],
  [
    'kms-plugin (replacement)',
    kms,
    { on: 'status', replace: { health: 'ok' } },
    /replace\.health: .*Did you mean healthz\?/,
  ],
  [
    'jwt-signer',
    signer,
    { on: 'metadata', merge: { maxTokenExpirationSecond: 1 } },
    /Did you mean maxTokenExpirationSeconds\?/,
  ],
  ['otlp-collector', collector, { on: 'export', merge: { partial: {} } }, /has no field partial/],
  ['etcd', etcd, { on: 'range', merge: { counts: 1 } }, /Did you mean count\?/],
  [
    'etcd (nested field)',
    etcd,
    { on: 'range', merge: { header: { revison: 1 } } },
    /merge\.header\.revison: .*Did you mean revision\?/,
  ],
  [
    'container-runtime',
    runtime,
    { on: 'version', merge: { runtime_version: 'x' } },
    /Did you mean runtimeVersion\?/,
  ],
  [
    'webhook-authorizer',
    authorizer,
    { merge: { status: { alowed: false } } },
    /merge\.status\.alowed: .*Did you mean allowed\?/,
  ],
  [
    'webhook-authorizer (wrong type)',
    authorizer,
    { merge: { status: { allowed: 'no' } } },
    /merge\.status\.allowed: .*Expected boolean.*Use replace/,
  ],
  [
    'token-webhook',
    tokens,
    { merge: { status: { user: { name: 'x' } } } },
    /merge\.status\.user\.name: .*It has username/,
  ],
  ['image-policy', images, { merge: { status: { denied: true } } }, /has no field denied/],
  ['admission-webhook', admission, { merge: { status: { allowed: false } } }, /has no field status/],
  ['oidc-issuer', issuer, { on: 'discovery', merge: { jwks_url: 'x' } }, /Did you mean jwks_uri\?/],
  [
    'api-server',
    apiServer,
    { on: 'tokenReview', merge: { authenticate: true } },
    /Did you mean authenticated\?/,
  ],
])('%s rejects a script with a field that its response does not have', async ([, peer, rule, message]) => {
  await using startedPeer = await startPeer(peer)

  expect(() => startedPeer.script(rule)).toThrow(message)
  expect(() => startedPeer.script(rule)).toThrow(expect.objectContaining({ code: 'usage' }))
})

test.for<[string, StandAlonePeer, object]>([
  [
    'kms-plugin',
    kms,
    { on: 'encrypt', merge: { keyId: '', ciphertext: 'AAEC', annotations: { 'a.example': 'AA==' } } },
  ],
  ['etcd', etcd, { on: 'range', merge: { count: '7', header: { revision: 5 } } }],
  ['webhook-authorizer', authorizer, { merge: { status: { allowed: false, denied: true, reason: null } } }],
  ['webhook-authorizer (any replacement)', authorizer, { replace: { status: 'wrong' } }],
  ['oidc-issuer (additional member)', issuer, { on: 'discovery', merge: { acme: 1, jwks_uri: null } }],
])('%s accepts a script with fields of its response', async ([, peer, rule]) => {
  await using startedPeer = await startPeer(peer)

  expect(() => startedPeer.script(rule)).not.toThrow()
})

test('a peer sends the fields of a script, and records the sent response', async () => {
  await using startedPeer = await startPeer(kms)
  startedPeer.script({ on: 'encrypt', merge: { keyId: 'other', ciphertext: 'AAEC' } })
  const client = grpcClient(KeyManagementService, startedPeer.running.peer.url)
  const encrypted = await client.encrypt({ plaintext: Buffer.from('x') })
  await client.status({})
  client.close()

  expect(encrypted).toMatchObject({ keyId: 'other', ciphertext: Buffer.from([0, 1, 2]) })
  expect(startedPeer.running.peer.journal).toMatchObject([
    { method: 'Encrypt', answeredKeyId: 'other' },
    { method: 'Status', answeredKeyId: 'key-1', answeredHealthz: 'ok' },
  ])
})

test('a call fails with the name of an unknown field that a function returns', async () => {
  await using plugin = await startKmsPlugin()
  plugin.answer({ status: (honest) => ({ ...honest, key_id: '' }) as never })
  const client = grpcClient(KeyManagementService, plugin.url)

  await expect(client.status({})).rejects.toThrow(/has no field key_id\. Did you mean keyId\?/)
  client.close()
})
