import { Client, credentials } from '@grpc/grpc-js'
import { expect, test } from 'vitest'
import { createAuthority } from '#harness/certificates/authority.ts'
import { untilAsked } from '../peer/index.ts'
import { etcdsOfTests } from './testing/start-etcds.ts'

const bytes = (text: string) => Buffer.from(text)
// Everything is on one machine, so an event that takes this long will not arrive.
const timeoutMs = 5_000
const { start, connect, follow, open } = etcdsOfTests()

test('refuses connections until listen, and again after unlisten', async () => {
  const late = await start({ listening: false })
  const { kv } = connect(late)
  await expect(kv.range({ key: bytes('/a') })).rejects.toMatchObject({ code: 14 })

  await late.listen()
  const again = connect(late).kv
  expect((await again.range({ key: bytes('/a') })).count).toBe(0n)
  await late.unlisten()
  await expect(again.range({ key: bytes('/a') })).rejects.toMatchObject({ code: 14 })
})

test('accepts TLS clients of its authority only', async () => {
  const ca = await createAuthority()
  const tls = ca.issue({ commonName: 'etcd' })
  const client = ca.issue({ commonName: 'kas', usage: 'client' })
  const secure = await start({ tls, clientCa: ca.certificate })
  const root = bytes(ca.certificate)
  const known = connect(secure, root, bytes(client.key), bytes(client.certificate))

  expect(secure.url).toMatch(/^https:/)
  expect((await known.kv.range({ key: bytes('/a') })).count).toBe(0n)
  await expect(connect(secure, root).kv.range({ key: bytes('/a') })).rejects.toMatchObject({ code: 14 })
  expect(secure.journal[0]).toMatchObject({ method: 'Range', client: 'kas' })
  expect(secure.journal[1]).toMatchObject({ method: 'Connect', what: expect.stringContaining('handshake') })
})

test('reports a client that does not trust its certificate', async () => {
  const [ca, other] = await Promise.all([createAuthority(), createAuthority('another CA')])
  const secure = await start({ tls: ca.issue({ commonName: 'etcd' }) })
  const { kv } = connect(secure, bytes(other.certificate))

  await expect(kv.range({ key: bytes('/a') })).rejects.toMatchObject({ code: 14 })
  await untilAsked(secure, ({ method }) => method === 'Connect', { withinMs: timeoutMs })
  expect(secure.journal.filter(({ method }) => method !== 'Connect')).toEqual([])
})

test('journals methods that it does not implement', async () => {
  const etcd = await start()
  const { host } = new URL(etcd.url)
  const client = new Client(host, credentials.createInsecure())
  open.push(client)
  const path = '/etcdserverpb.Auth/AuthStatus'
  const code = await new Promise((resolve) => {
    const plain = (bytes: Buffer) => bytes
    client.makeUnaryRequest(path, plain, plain, bytes(''), (error) => resolve(error?.code))
  })

  expect(code).toBe(12)
  expect(etcd.journal).toMatchObject([{ method: 'Unknown', what: `Unknown ${path}` }])
})

test('stops with open streams, and stops twice', async () => {
  const etcd = await start()
  const until = follow(etcd, '/a')
  await until(1)
  await etcd.stop()

  await expect(etcd.stop()).resolves.toBeUndefined()
})
