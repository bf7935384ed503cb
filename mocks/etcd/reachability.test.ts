import { Client, credentials } from '@grpc/grpc-js'
import { expect, test } from 'vitest'
import { createAuthority } from '#harness/certificates/authority.ts'
import { untilAsked } from '../peer/index.ts'
import { etcdsOfTests } from './testing/start-etcds.ts'

const bytes = (text: string) => Buffer.from(text)
// Long enough for an event on the same machine.
const timeoutMs = 5_000
const { start, connect, follow, openClients } = etcdsOfTests()

test('an etcd refuses connections before listen and after unlisten', async () => {
  const lateEtcd = await start({ listening: false })
  const { kv } = connect(lateEtcd)
  await expect(kv.range({ key: bytes('/a') })).rejects.toMatchObject({ code: 14 })

  await lateEtcd.listen()
  const laterClient = connect(lateEtcd).kv
  expect((await laterClient.range({ key: bytes('/a') })).count).toBe(0n)
  await lateEtcd.unlisten()
  await expect(laterClient.range({ key: bytes('/a') })).rejects.toMatchObject({ code: 14 })
})

test('an etcd with mutual TLS accepts only clients with a certificate of its CA', async () => {
  const ca = await createAuthority()
  const tls = ca.issue({ commonName: 'etcd' })
  const client = ca.issue({ commonName: 'kas', usage: 'client' })
  const mutualTlsEtcd = await start({ tls, clientCa: ca.certificate })
  const root = bytes(ca.certificate)
  const knownClient = connect(mutualTlsEtcd, root, bytes(client.key), bytes(client.certificate))

  expect(mutualTlsEtcd.url).toMatch(/^https:/)
  expect((await knownClient.kv.range({ key: bytes('/a') })).count).toBe(0n)
  await expect(connect(mutualTlsEtcd, root).kv.range({ key: bytes('/a') })).rejects.toMatchObject({
    code: 14,
  })
  expect(mutualTlsEtcd.journal[0]).toMatchObject({ method: 'Range', client: 'kas' })
  expect(mutualTlsEtcd.journal[1]).toMatchObject({
    method: 'Connect',
    what: expect.stringContaining('handshake'),
  })
})

test('the journal records a client that does not trust the certificate', async () => {
  const [ca, otherAuthority] = await Promise.all([createAuthority(), createAuthority('another CA')])
  const tlsEtcd = await start({ tls: ca.issue({ commonName: 'etcd' }) })
  const { kv } = connect(tlsEtcd, bytes(otherAuthority.certificate))

  await expect(kv.range({ key: bytes('/a') })).rejects.toMatchObject({ code: 14 })
  await untilAsked(tlsEtcd, ({ method }) => method === 'Connect', { withinMs: timeoutMs })
  expect(tlsEtcd.journal.filter(({ method }) => method !== 'Connect')).toEqual([])
})

test('the journal records unimplemented methods', async () => {
  const etcd = await start()
  const { host } = new URL(etcd.url)
  const client = new Client(host, credentials.createInsecure())
  openClients.push(client)
  const path = '/etcdserverpb.Auth/AuthStatus'
  const code = await new Promise((resolve) => {
    const identity = (bytes: Buffer) => bytes
    client.makeUnaryRequest(path, identity, identity, bytes(''), (error) => resolve(error?.code))
  })

  expect(code).toBe(12)
  expect(etcd.journal).toMatchObject([{ method: 'Unknown', what: `Unknown ${path}` }])
})

test('an etcd stops with open streams, and a second stop has no effect', async () => {
  const etcd = await start()
  const responsesOfWatch = follow(etcd, '/a')
  await responsesOfWatch(1)
  await etcd.stop()

  await expect(etcd.stop()).resolves.toBeUndefined()
})
