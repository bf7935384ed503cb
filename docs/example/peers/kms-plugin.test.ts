// A key management plugin for an API server: npm install --save-dev vitest ./orch-conformance-peers-0.1.0.tgz
//
// KUBE_APISERVER is the path of the API server's program, for example from `setup-envtest use -p path`. Without this
// variable, the test is skipped.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateKeyPairSync } from 'node:crypto'
import { createAuthority, trust } from 'orch-conformance-peers'
import { startEtcd } from 'orch-conformance-peers/etcd'
import { startKmsPlugin } from 'orch-conformance-peers/kms-plugin'
import { expect, test } from 'vitest'

const { KUBE_APISERVER: program = '', API_GROUP: group = 'k8s.io' } = process.env

test.skipIf(program === '')(
  'a secret is stored without its plaintext, and the plugin is called',
  { timeout: 60_000 },
  async () => {
    await using etcd = await startEtcd()
    await using kms = await startKmsPlugin()
    await using server = await startApiServer(etcd.url, kms.url)
    const plaintext = 'correct horse battery staple'

    expect((await server.createSecret('first', plaintext)).status).toBe(201)
    const storedValue = Buffer.from(etcd.get('/registry/secrets/default/first')?.value ?? '')
    expect(storedValue.length).toBeGreaterThan(plaintext.length)
    expect(storedValue.includes(plaintext)).toBe(false)
    expect(kms.journal.map(({ method }) => method)).toContain('Encrypt')
  },
)

/** Code under test: an API server on a store, with the plugin for its secrets. */
async function startApiServer(storage: string, plugin: string) {
  const directory = mkdtempSync(join(tmpdir(), 'api-server-'))
  const file = (name: string, content: string) => {
    writeFileSync(join(directory, name), content)
    return join(directory, name)
  }
  const authority = await createAuthority()
  const servingCertificate = authority.issue({ commonName: 'api-server' })
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = file('sa.key', keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  const kms = { apiVersion: 'v2', name: 'mine', endpoint: plugin }
  const encryption = {
    apiVersion: `apiserver.config.${group}/v1`,
    kind: 'EncryptionConfiguration',
    resources: [{ resources: ['secrets'], providers: [{ kms }, { identity: {} }] }],
  }
  const port = await freePort()
  const child = spawn(
    program,
    [
      '--bind-address=127.0.0.1',
      `--secure-port=${port}`,
      `--etcd-servers=${storage}`,
      '--etcd-prefix=/registry',
      `--tls-cert-file=${file('tls.crt', servingCertificate.certificate)}`,
      `--tls-private-key-file=${file('tls.key', servingCertificate.key)}`,
      `--token-auth-file=${file('tokens.csv', 'secret,admin,admin,"system:masters"\n')}`,
      '--authorization-mode=AlwaysAllow',
      `--encryption-provider-config=${file('encryption.json', JSON.stringify(encryption))}`,
      '--service-account-issuer=https://service-accounts.example',
      `--service-account-key-file=${key}`,
      `--service-account-signing-key-file=${key}`,
      '--service-cluster-ip-range=10.0.0.0/24',
    ],
    { stdio: 'ignore' },
  )
  const exitEvent = once(child, 'exit')
  const { fetch } = trust({ certificateAuthority: authority.certificate })
  const send = (path: string, body?: unknown) =>
    fetch(`https://127.0.0.1:${port}${path}`, {
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
  const waitUntilReady = () =>
    send('/readyz').then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(waitUntilReady, { timeout: 40_000 }).toBe(true)
  return {
    createSecret: (name: string, value: string) =>
      send('/api/v1/namespaces/default/secrets', {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name },
        stringData: { value },
      }),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await exitEvent
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
